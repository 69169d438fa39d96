import { useMemo, useState } from "preact/hooks";
import { download } from "../download.ts";
import { formatCount, pluralize } from "../format.ts";
import { href } from "../router.ts";
import { useStore } from "../store.ts";
import { Page } from "../ui/page.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { useUnsavedChanges } from "../unsaved-changes.ts";
import { type CsvRow, parseCsv } from "./parse-csv.ts";
import { decodeText } from "./decode-text.ts";
import { DryRun } from "./dry-run.tsx";
import { guessMapping, type Mapping, parseRow } from "./mapping.ts";
import { MappingCard } from "./mapping-card.tsx";
import { RejectedRows } from "./rejected-rows.tsx";
import { clearImport, importJob, type ImportJob, startImport, stopImport } from "./import-job.ts";
import { rejectedRowsCsv } from "./send-rows.ts";

interface ImportFile {
  name: string;
  columns: string[];
  rows: CsvRow[];
  /** The mapping that was guessed from the column names. */
  guessed: Mapping;
}

const maxFileBytes = 50_000_000;

/** Imports a CSV file: column mapping, dry run and report. The file is parsed in the browser. */
export function ImportPage() {
  const current = useStore(importJob);
  const [file, setFile] = useState<ImportFile | undefined>(undefined);
  const [mapping, setMapping] = useState<Mapping>({});
  const [fileError, setFileError] = useState("");
  useUnsavedChanges(() => file !== undefined && current === undefined && mapping !== file.guessed);
  const load = async (chosen: File | undefined): Promise<void> => {
    setFileError("");
    if (chosen === undefined) return;
    if (chosen.size > maxFileBytes) {
      setFileError("The file is larger than 50 MB. Use npm run import for larger files.");
      return;
    }
    const [header, ...rows] = parseCsv(decodeText(new Uint8Array(await chosen.arrayBuffer())));
    if (header === undefined || rows.length === 0) {
      setFileError("The file has no rows below the header.");
      return;
    }
    const columns = header.cells.map((cell) => cell.trim());
    const guessed = guessMapping(columns);
    setMapping(guessed);
    setFile({ name: chosen.name, columns, rows, guessed });
  };
  return (
    <Page title="Import" lead="Import listings from a CSV file. You review the data before anything is sent.">
      {fileError !== "" && (
        <p class="error-message" role="alert">
          {fileError}
        </p>
      )}
      {current !== undefined ? (
        <ImportReport
          current={current}
          onChooseAnother={() => {
            clearImport();
            setFile(undefined);
          }}
          onBack={file === undefined ? undefined : clearImport}
        />
      ) : file === undefined ? (
        <EmptyState icon="import" title="Choose a CSV file">
          <input
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            aria-label="CSV file"
            onChange={(event) => {
              const input = event.currentTarget;
              load(input.files?.[0])
                .catch(() => setFileError("The file could not be read."))
                .finally(() => {
                  // Allows the same file to be chosen again after it was corrected.
                  input.value = "";
                });
            }}
          />
          <span class="hint">The first line must contain the column names. Delimiters: comma, semicolon or tab.</span>
        </EmptyState>
      ) : (
        <MappingStep file={file} mapping={mapping} onChange={setMapping} onChooseAnother={() => setFile(undefined)} />
      )}
    </Page>
  );
}

interface MappingStepProps {
  file: ImportFile;
  mapping: Mapping;
  onChange: (next: Mapping) => void;
  onChooseAnother: () => void;
}

function MappingStep({ file, mapping, onChange, onChooseAnother }: MappingStepProps) {
  const rows = useMemo(() => file.rows.map((row) => parseRow(row, file.columns.length, mapping)), [file, mapping]);
  return (
    <>
      <MappingCard file={file} mapping={mapping} onChange={onChange} onChooseAnother={onChooseAnother} />
      <DryRun rows={rows} hasIds={mapping["externalId"] !== undefined} onImport={() => startImport(file.name, rows)} />
    </>
  );
}

const titles = {
  running: "Importing",
  stopped: "Import stopped:",
  done: "Imported",
  failed: "Import failed:",
} as const;

interface ImportReportProps {
  current: ImportJob;
  onChooseAnother: () => void;
  /** Undefined if the file is no longer loaded. */
  onBack: (() => void) | undefined;
}

function ImportReport({
  current: { name, total, state, progress, error },
  onChooseAnother,
  onBack,
}: ImportReportProps) {
  const { done, created, updated, rejected } = progress;
  return (
    <section class="card">
      <div class="card-header">
        <h2>
          {titles[state]} {name}
        </h2>
      </div>
      <progress max={total} value={done} aria-label="Rows sent" />
      <p role="status">
        {formatCount(done)} of {pluralize(total, "row")}: {formatCount(created)} created, {formatCount(updated)}{" "}
        updated, {formatCount(rejected.length)} rejected.
        {state === "running" && " The import waits for rate limits and continues while you use other pages."}
      </p>
      {state === "failed" && <ErrorMessage error={error} />}
      <div class="actions">
        {state === "running" ? (
          <button type="button" class="button" onClick={stopImport}>
            Stop
          </button>
        ) : (
          <>
            <a class="button primary" href={href("/listings")}>
              View listings
            </a>
            {rejected.length > 0 && (
              <button
                type="button"
                class="button"
                onClick={() => download(`${name}.rejected.csv`, "text/csv", rejectedRowsCsv(rejected))}
              >
                Download rejected rows
              </button>
            )}
            {state !== "done" && onBack !== undefined && (
              <button type="button" class="button" onClick={onBack}>
                Back to mapping
              </button>
            )}
            <button type="button" class="button" onClick={onChooseAnother}>
              Import another file
            </button>
          </>
        )}
      </div>
      {rejected.length > 0 && <RejectedRows rejected={rejected} />}
    </section>
  );
}
