import { propertyStatus } from "@plat/contracts";
import { createClient } from "./client.ts";
import { openOutput, BrokenPipe } from "./output-file.ts";
import { writers } from "./export-format.ts";
import { exitCode, reportError, Interrupted, usageError } from "./cli-error.ts";
import { choice, requireKey, readArguments, connectionOptions, serviceOptions } from "./options.ts";
import { listingPages } from "./listing-pages.ts";
import { stopOnSignals } from "./signals.ts";
import { type Format, formatOf } from "./source.ts";

const help = `Exports all listings of the key's organization.

  npm run --silent export -- --key svc_pk_… --out listings.csv

  --key KEY        API key; default: PLAT_API_KEY
  --url ADDRESS    address of Plat; default: PLAT_URL, then http://127.0.0.1:8080
  --format FORMAT  ndjson or csv; default: by the name of --out, then ndjson
  --out FILE       output file, created when it is complete; default: standard output
  --status STATUS  exports only listings of this status
  --retry-timeout S  seconds of failed requests after which the export stops (120)

npm run import reads the exported file. Exit codes: 0: all listings were written, 2: arguments, key or file are invalid,
3: the service is unavailable or sent an unexpected response, 130: stopped by Ctrl-C.
`;

async function main(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { values, positionals } = readArguments(args, {
    ...serviceOptions,
    format: { type: "string" },
    out: { type: "string" },
    status: { type: "string" },
  });
  if (values.help) {
    process.stdout.write(help);
    return exitCode.done;
  }
  const { out } = values;
  if (positionals.length > 0) throw usageError(`'${positionals[0]}' is not an option: use --out to name the file.`);
  const byName = out === undefined ? "ndjson" : formatOf(out);
  const format: Format = values.format === undefined ? byName : choice("format", values.format, ["ndjson", "csv"]);
  const status = values.status === undefined ? undefined : choice("status", values.status, propertyStatus.options);
  const { url, key, retryTimeoutMs } = connectionOptions(values, env);
  const print = (message: string): boolean => process.stderr.write(`${message}\n`);
  const onWait = (ms: number, why: string): void => {
    if (ms >= 2000) print(`Waiting ${Math.ceil(ms / 1000)} s: ${why}`);
  };
  const stop = stopOnSignals(print);
  const client = createClient({ url, key: requireKey(key), retryTimeoutMs, onWait, stop });
  const target = openOutput(out);
  const { head, line } = writers[format];
  let count = 0;
  try {
    let text = head;
    for await (const page of listingPages(client, status)) {
      await target.write(text + page.map(line).join(""));
      text = "";
      count += page.length;
      if (stop.aborted) throw new Interrupted();
    }
    await target.end();
  } catch (error) {
    await target.discard();
    if (error instanceof BrokenPipe) return exitCode.done;
    throw error instanceof Interrupted
      ? new Interrupted(out === undefined ? "Stopped." : `Stopped; ${out} was not changed.`)
      : error;
  }
  print(`${count} listings written${out === undefined ? "" : ` to ${out}`}.`);
  return exitCode.done;
}

process.exitCode = await main(process.argv.slice(2), process.env).catch(reportError);
