import { createHash, randomUUID } from "node:crypto";
import { resolve } from "node:path";
import { createDisplay } from "./terminal-display.ts";
import { createClient } from "./client.ts";
import { dryRun } from "./dry-run.ts";
import { explain, usage } from "./cli-error.ts";
import { codeFor, importRows, summary } from "./import-rows.ts";
import { createMapper } from "./mapper.ts";
import { csvOptions, loadMapping, sameNames } from "./mapping.ts";
import { choice, needKey, readArguments, service, serviceOptions, wholeNumber } from "./options.ts";
import { prepare } from "./prepare.ts";
import { defaultFolder, hashFile, Progress, type State } from "./progress-store.ts";
import { Report } from "./report.ts";
import { createSender, type Mode } from "./batch-sender.ts";
import { stopOnSignals } from "./signals.ts";
import { formatOf, openSource } from "./source.ts";

const help = `Puts the listings of a CSV or NDJSON file in.

  npm run import -- FILE.csv --map MAPPING.json --key svc_pk_…

  --map FILE       what the columns mean (docs/guide/import.md); without it they have the names of fields
  --key KEY        API key with write scope; else PLAT_API_KEY
  --url ADDRESS    else PLAT_URL, else http://127.0.0.1:8080
  --dry-run        only say what would be refused; sends nothing, needs no key
  --mode MODE      upsert (default): rows whose externalId is there update that listing; create: they are refused
  --batch N        rows a request, 1 to 1000 (200)
  --in-flight N    requests at a time, 1 to 8 (2)
  --report FILE    where refused rows are written (FILE.refused.ndjson)
  --restart        begin again where an earlier run of this import was cut off
  --patience S     seconds of trouble after which it gives up (120)

It ends with 0: all rows are in, 1: some were refused, 2: nothing could be done with arguments, mapping, file or key,
3: the service is away or gave no good answer, 130: stopped by Ctrl-C. After 3 and 130 the same command goes on.
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
  if (file === undefined || more.length > 0) throw usage(`Name one file to import. ${help.split("\n")[2]?.trim()}`);
  const mode: Mode = choice("mode", values.mode, ["upsert", "create"]);
  const batchRows = wholeNumber("batch", values.batch, 1, 1000);
  const inFlight = wholeNumber("in-flight", values["in-flight"], 1, 8);
  const { url, key, patienceMs } = service(values, env);
  const reportPath = values.report ?? `${file}.refused.ndjson`;
  for (const input of [file, values.map ?? ""])
    if (resolve(reportPath) === resolve(input)) throw usage("--report must not be a file that is read.");

  const mapping = values.map === undefined ? sameNames : await loadMapping(values.map);
  const source = await openSource(file, formatOf(file), csvOptions(mapping, file));
  const mapper = createMapper(mapping, source);
  const rows = prepare(source.rows, mapper, { isExport: mapping.columns === undefined });
  const display = createDisplay(process.stderr);
  if (values["dry-run"]) return dryRun(rows, new Report(reportPath, 0, display.tell), display, share);

  const credential = needKey(key);
  const parts = [await hashFile(file), JSON.stringify(mapping), url, mode, fingerprint(credential)];
  const progress = new Progress(env["PLAT_PROGRESS_DIR"] || defaultFolder, parts);
  const earlier = values.restart ? undefined : progress.load();
  const state: State = earlier ?? fresh(file);
  const report = new Report(reportPath, state.reportBytes, display.tell);
  if (earlier !== undefined)
    display.tell(`Going on after ${earlier.rows} rows that are done (--restart begins again).`);
  const stop = stopOnSignals(display.tell);
  const onWait = (ms: number, why: string): void => {
    if (ms >= 2000) display.tell(`Waiting ${Math.ceil(ms / 1000)} s: ${why}`);
  };
  const client = createClient({ url, key: credential, patienceMs, onWait, stop });
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
    return codeFor(done.refused);
  } finally {
    report.close();
  }

  function share(): number {
    return source.bytesRead() / source.size;
  }
}

const fingerprint = (key: string): string => createHash("sha256").update(key).digest("hex");

const fresh = (file: string): State => ({
  runId: randomUUID(),
  file: resolve(file),
  rows: 0,
  made: 0,
  updated: 0,
  refused: 0,
  reportBytes: 0,
});

process.exitCode = await main(process.argv.slice(2), process.env).catch(explain);
