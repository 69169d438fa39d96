import { useMemo, useState } from "preact/hooks";
import { download } from "../download.ts";
import { formatCount, plural } from "../format.ts";
import { href } from "../router.ts";
import { useStore } from "../store.ts";
import { Page } from "../ui/page.tsx";
import { Empty } from "../ui/empty-state.tsx";
import { Trouble } from "../ui/error-message.tsx";
import { useUnsaved } from "../unsaved-changes.ts";
import { type CsvRow, parseCsv } from "./parse-csv.ts";
import { decoded } from "./decode-text.ts";
import { DryRun } from "./dry-run.tsx";
import { guessMapping, type Mapping, readRow } from "./mapping.ts";
import { MappingCard } from "./mapping-card.tsx";
import { RefusedList } from "./rejected-rows.tsx";
import { forgetRun, run, type Run, startRun, stopRun } from "./import-job.ts";
import { refusedCsv } from "./send-rows.ts";

interface Loaded {
  name: string;
  columns: string[];
  rows: CsvRow[];
  /** The mapping before anybody changed it. */
  guessed: Mapping;
}

const bytesMax = 50_000_000;

/** A CSV file, from its columns to a report of what was refused, without leaving the browser until it is sent. */
export function ImportPage() {
  const current = useStore(run);
  const [file, setFile] = useState<Loaded | undefined>(undefined);
  const [mapping, setMapping] = useState<Mapping>({});
  const [problem, setProblem] = useState("");
  useUnsaved(() => file !== undefined && current === undefined && mapping !== file.guessed);
  const load = async (chosen: File | undefined): Promise<void> => {
    setProblem("");
    if (chosen === undefined) return;
    if (chosen.size > bytesMax) {
      setProblem("The file is larger than 50 MB. npm run import takes files of any size.");
      return;
    }
    const [header, ...rows] = parseCsv(decoded(new Uint8Array(await chosen.arrayBuffer())));
    if (header === undefined || rows.length === 0) {
      setProblem("The file has no row below its header.");
      return;
    }
    const columns = header.cells.map((cell) => cell.trim());
    const guessed = guessMapping(columns);
    setMapping(guessed);
    setFile({ name: chosen.name, columns, rows, guessed });
  };
  return (
    <Page title="Import" lead="Listings from a CSV file. Nothing is sent before you have seen what would be.">
      {problem !== "" && (
        <p class="trouble" role="alert">
          {problem}
        </p>
      )}
      {current !== undefined ? (
        <Report
          current={current}
          onOther={() => {
            forgetRun();
            setFile(undefined);
          }}
          onAgain={file === undefined ? undefined : forgetRun}
        />
      ) : file === undefined ? (
        <Empty icon="import" title="Choose a CSV file">
          <input
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            aria-label="CSV file"
            onChange={(event) => {
              const input = event.currentTarget;
              load(input.files?.[0])
                .catch(() => setProblem("The file could not be read."))
                .finally(() => {
                  // So that the same file can be chosen again once it has been mended.
                  input.value = "";
                });
            }}
          />
          <span class="hint">The first line names the columns. Commas, semicolons and tabs are understood.</span>
        </Empty>
      ) : (
        <Prepared file={file} mapping={mapping} onChange={setMapping} onOther={() => setFile(undefined)} />
      )}
    </Page>
  );
}

interface PreparedProps {
  file: Loaded;
  mapping: Mapping;
  onChange: (next: Mapping) => void;
  onOther: () => void;
}

function Prepared({ file, mapping, onChange, onOther }: PreparedProps) {
  const rows = useMemo(() => file.rows.map((row) => readRow(row, file.columns.length, mapping)), [file, mapping]);
  return (
    <>
      <MappingCard file={file} mapping={mapping} onChange={onChange} onOther={onOther} />
      <DryRun rows={rows} hasIds={mapping["externalId"] !== undefined} onSend={() => startRun(file.name, rows)} />
    </>
  );
}

const titles = { running: "Importing", stopped: "Stopped", done: "Imported", failed: "Broken off" } as const;

interface ReportProps {
  current: Run;
  onOther: () => void;
  /** Left out when the file is no longer at hand. */
  onAgain: (() => void) | undefined;
}

function Report({ current: { name, total, state, progress, error }, onOther, onAgain }: ReportProps) {
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
        {state === "running" && " Rate limits are waited for. It goes on while you look at other pages."}
      </p>
      {state === "failed" && <Trouble error={error} />}
      <div class="actions">
        {state === "running" ? (
          <button type="button" class="button" onClick={stopRun}>
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
            {state !== "done" && onAgain !== undefined && (
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
