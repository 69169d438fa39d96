import { createHash, randomUUID } from "node:crypto";
import { resolve } from "node:path";
import { createDisplay } from "./terminal-display.ts";
import { createClient } from "./client.ts";
import { dryRun } from "./dry-run.ts";
import { reportError, usageError } from "./cli-error.ts";
import { exitCodeFor, importRows, summary } from "./import-rows.ts";
import { createMapper } from "./mapper.ts";
import { csvOptions, loadMapping, defaultMapping } from "./mapping.ts";
import { choice, requireKey, readArguments, connectionOptions, serviceOptions, wholeNumber } from "./options.ts";
import { prepareRows } from "./prepare.ts";
import { defaultFolder, hashFile, ProgressStore, type State } from "./progress-store.ts";
import { Report } from "./report.ts";
import { createSender, type Mode } from "./batch-sender.ts";
import { stopOnSignals } from "./signals.ts";
import { formatOf, openSource } from "./source.ts";

const help = `Imports listings from a CSV or NDJSON file.

  npm run import -- FILE.csv --map MAPPING.json --key svc_pk_…

  --map FILE       mapping of columns to fields (docs/guide/import.md); default: columns are named like fields
  --key KEY        API key with the scope write; default: PLAT_API_KEY
  --url ADDRESS    address of Plat; default: PLAT_URL, then http://127.0.0.1:8080
  --dry-run        validates all rows and reports rejected ones; sends nothing, needs no key
  --mode MODE      upsert (default): rows with an existing externalId update the listing; create: they are rejected
  --batch N        rows per request, 1 to 1000 (200)
  --in-flight N    concurrent requests, 1 to 8 (2)
  --report FILE    file for rejected rows (FILE.rejected.ndjson)
  --restart        starts from the beginning although an earlier run was interrupted
  --retry-timeout S  seconds of failed requests after which the import stops (120)

Exit codes: 0: all rows were imported, 1: some rows were rejected, 2: arguments, mapping, file or key are invalid,
3: the service is unavailable or sent an unexpected response, 130: stopped by Ctrl-C. After 3 and 130, run the same
command to resume.
`;

async function main(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { values, positionals } = readArguments(args, {
    ...serviceOptions,
    map: { type: "string" },
    "dry-run": { type: "boolean", default: false },
    mode: { type: "string", default: "upsert" },
    batch: { type: "string", default: "200" },
    "in-flight": { type: "string", default: "2" },
    report: { type: "string" },
    restart: { type: "boolean", default: false },
  });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0)
    throw usageError(`Name one file to import. ${help.split("\n")[2]?.trim()}`);
  const mode: Mode = choice("mode", values.mode, ["upsert", "create"]);
  const batchRows = wholeNumber("batch", values.batch, 1, 1000);
  const inFlight = wholeNumber("in-flight", values["in-flight"], 1, 8);
  const { url, key, retryTimeoutMs } = connectionOptions(values, env);
  const reportPath = values.report ?? `${file}.rejected.ndjson`;
  for (const input of [file, values.map ?? ""])
    if (resolve(reportPath) === resolve(input)) throw usageError("--report must not name an input file.");

  const mapping = values.map === undefined ? defaultMapping : await loadMapping(values.map);
  const source = await openSource(file, formatOf(file), csvOptions(mapping, file));
  const mapper = createMapper(mapping, source);
  const rows = prepareRows(source.rows, mapper, { isExport: mapping.columns === undefined });
  const display = createDisplay(process.stderr);
  if (values["dry-run"]) return dryRun(rows, new Report(reportPath, 0, display.print), display, share);

  const credential = requireKey(key);
  const parts = [await hashFile(file), JSON.stringify(mapping), url, mode, fingerprint(credential)];
  const progress = new ProgressStore(env["PLAT_PROGRESS_DIR"] || defaultFolder, parts);
  const earlier = values.restart ? undefined : progress.load();
  const state: State = earlier ?? newState(file);
  const report = new Report(reportPath, state.reportBytes, display.print);
  if (earlier !== undefined)
    display.print(`Resuming after ${earlier.rows} rows (--restart starts from the beginning).`);
  const stop = stopOnSignals(display.print);
  const onWait = (ms: number, why: string): void => {
    if (ms >= 2000) display.print(`Waiting ${Math.ceil(ms / 1000)} s: ${why}`);
  };
  const client = createClient({ url, key: credential, retryTimeoutMs, onWait, stop });
  const startedAt = performance.now();
  try {
    const done = await importRows({
      rows,
      state,
      send: createSender(client, mode, state.runId),
      report,
      progress,
      display,
      share,
      batchRows,
      inFlight,
      stop,
    });
    const seconds = (performance.now() - startedAt) / 1000;
    process.stdout.write(`${summary(done, state.rows, seconds, reportPath)}\n`);
    return exitCodeFor(done.rejected);
  } finally {
    report.close();
  }

  function share(): number {
    return source.bytesRead() / source.size;
  }
}

const fingerprint = (key: string): string => createHash("sha256").update(key).digest("hex");

const newState = (file: string): State => ({
  runId: randomUUID(),
  file: resolve(file),
  rows: 0,
  created: 0,
  updated: 0,
  rejected: 0,
  reportBytes: 0,
});

process.exitCode = await main(process.argv.slice(2), process.env).catch(reportError);
