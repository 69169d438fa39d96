import { useMemo, useRef, useState } from "preact/hooks";
import { patientPlat } from "../api.ts";
import { download } from "../browser.ts";
import { formatCount, plural } from "../format.ts";
import { href } from "../router.ts";
import { Empty, Page } from "../ui/parts.tsx";
import { Trouble } from "../ui/trouble.tsx";
import { type CsvRow, parseCsv } from "./csv.ts";
import { DryRun } from "./dry-run.tsx";
import { guessMapping, type Mapping, readRow } from "./mapping.ts";
import { MappingCard } from "./mapping-card.tsx";
import { RefusedList } from "./refused-list.tsx";
import { isStopped, type Progress, refusedCsv, sendRows } from "./send.ts";

interface Loaded {
  name: string;
  columns: string[];
  rows: CsvRow[];
}

const bytesMax = 50_000_000;

/** A CSV file, from its columns to a report of what was refused, without leaving the browser until it is sent. */
export function ImportPage() {
  const [file, setFile] = useState<Loaded | undefined>(undefined);
  const [problem, setProblem] = useState("");
  const load = async (chosen: File | undefined): Promise<void> => {
    setProblem("");
    if (chosen === undefined) return;
    if (chosen.size > bytesMax) {
      setProblem("The file is larger than 50 MB. npm run import takes files of any size.");
      return;
    }
    const [header, ...rows] = parseCsv(await chosen.text());
    if (header === undefined || rows.length === 0) setProblem("The file has no row below its header.");
    else setFile({ name: chosen.name, columns: header.cells.map((cell) => cell.trim()), rows });
  };
  return (
    <Page title="Import" lead="Listings from a CSV file. Nothing is sent before you have seen what would be.">
      {problem !== "" && (
        <p class="trouble" role="alert">
          {problem}
        </p>
      )}
      {file === undefined ? (
        <Empty icon="import" title="Choose a CSV file">
          <input
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            aria-label="CSV file"
            onChange={(event) => void load(event.currentTarget.files?.[0])}
          />
          <span class="hint">The first line names the columns. Commas, semicolons and tabs are understood.</span>
        </Empty>
      ) : (
        <Prepared key={file.name} file={file} onOther={() => setFile(undefined)} />
      )}
    </Page>
  );
}

type Sending = { state: "running" | "stopped" | "done" | "failed"; progress: Progress; error: unknown };
const nothingYet: Progress = { done: 0, made: 0, changed: 0, refused: [] };

function Prepared({ file, onOther }: { file: Loaded; onOther: () => void }) {
  const [mapping, setMapping] = useState<Mapping>(() => guessMapping(file.columns));
  const [sending, setSending] = useState<Sending | undefined>(undefined);
  const stop = useRef<AbortController | undefined>(undefined);
  const rows = useMemo(() => file.rows.map((row) => readRow(row, file.columns.length, mapping)), [file, mapping]);
  const send = (): void => {
    const controller = new AbortController();
    stop.current = controller;
    let progress = nothingYet;
    setSending({ state: "running", progress, error: undefined });
    const onProgress = (next: Progress): void => {
      progress = next;
      setSending({ state: "running", progress, error: undefined });
    };
    sendRows(patientPlat, rows, onProgress, controller.signal).then(
      () => setSending({ state: "done", progress, error: undefined }),
      (error: unknown) =>
        setSending({ state: isStopped(error, controller.signal) ? "stopped" : "failed", progress, error }),
    );
  };
  if (sending !== undefined)
    return (
      <Report
        name={file.name}
        total={rows.length}
        sending={sending}
        onStop={() => stop.current?.abort()}
        onOther={onOther}
        onAgain={() => setSending(undefined)}
      />
    );
  return (
    <>
      <MappingCard file={file} mapping={mapping} onChange={setMapping} onOther={onOther} />
      <DryRun rows={rows} hasIds={mapping["externalId"] !== undefined} onSend={send} />
    </>
  );
}

const titles = { running: "Importing", stopped: "Stopped", done: "Imported", failed: "Broken off" } as const;

interface ReportProps {
  name: string;
  total: number;
  sending: Sending;
  onStop: () => void;
  onOther: () => void;
  onAgain: () => void;
}

function Report({ name, total, sending: { state, progress, error }, onStop, onOther, onAgain }: ReportProps) {
  const { done, made, changed, refused } = progress;
  return (
    <section class="card">
      <div class="card-head">
        <h2>
          {titles[state]} {name}
        </h2>
      </div>
      <progress max={total} value={done} aria-label="Rows sent" />
      <p role="status">
        {formatCount(done)} of {plural(total, "row")}: {formatCount(made)} made, {formatCount(changed)} changed,{" "}
        {formatCount(refused.length)} refused.
        {state === "running" && " Rate limits are waited for."}
      </p>
      {state === "failed" && <Trouble error={error} />}
      <div class="actions">
        {state === "running" ? (
          <button type="button" class="button" onClick={onStop}>
            Stop
          </button>
        ) : (
          <>
            <a class="button primary" href={href("/listings")}>
              See the listings
            </a>
            {refused.length > 0 && (
              <button
                type="button"
                class="button"
                onClick={() => download(`${name}.refused.csv`, "text/csv", refusedCsv(refused))}
              >
                Report of refused rows
              </button>
            )}
            {state !== "done" && (
              <button type="button" class="button" onClick={onAgain}>
                Back to the mapping
              </button>
            )}
            <button type="button" class="button" onClick={onOther}>
              Another file
            </button>
          </>
        )}
      </div>
      {refused.length > 0 && <RefusedList refused={refused} />}
    </section>
  );
}
