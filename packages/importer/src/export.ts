import { propertyStatus } from "@plat/contracts";
import { createClient } from "./client.ts";
import { destination, ReaderGone } from "./output-file.ts";
import { writers } from "./export-format.ts";
import { exitCode, explain, Stopped, usage } from "./cli-error.ts";
import { choice, needKey, readArguments, service, serviceOptions } from "./options.ts";
import { ownListings } from "./listing-pages.ts";
import { stopOnSignals } from "./signals.ts";
import { type Format, formatOf } from "./source.ts";

const help = `Writes all listings of the key's organization out.

  npm run --silent export -- --key svc_pk_… --out listings.csv

  --key KEY        API key; else PLAT_API_KEY
  --url ADDRESS    else PLAT_URL, else http://127.0.0.1:8080
  --format FORMAT  ndjson or csv; else as the name of --out says, else ndjson
  --out FILE       written under another name until it is whole; without it to standard output
  --status STATUS  only listings of this status
  --patience S     seconds of trouble after which it gives up (120)

npm run import reads what this writes. It ends with 0: all is written, 2: arguments, key or file cannot be used,
3: the service is away or gave no good answer, 130: stopped by Ctrl-C.
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
  if (positionals.length > 0) throw usage(`'${positionals[0]}' is no option: the file is named by --out.`);
  const byName = out === undefined ? "ndjson" : formatOf(out);
  const format: Format = values.format === undefined ? byName : choice("format", values.format, ["ndjson", "csv"]);
  const status = values.status === undefined ? undefined : choice("status", values.status, propertyStatus.options);
  const { url, key, patienceMs } = service(values, env);
  const tell = (sentence: string): boolean => process.stderr.write(`${sentence}\n`);
  const onWait = (ms: number, why: string): void => {
    if (ms >= 2000) tell(`Waiting ${Math.ceil(ms / 1000)} s: ${why}`);
  };
  const stop = stopOnSignals(tell);
  const client = createClient({ url, key: needKey(key), patienceMs, onWait, stop });
  const target = destination(out);
  const { head, line } = writers[format];
  let count = 0;
  try {
    let text = head;
    for await (const page of ownListings(client, status)) {
      await target.write(text + page.map(line).join(""));
      text = "";
      count += page.length;
      if (stop.aborted) throw new Stopped();
    }
    await target.end();
  } catch (error) {
    await target.discard();
    if (error instanceof ReaderGone) return exitCode.done;
    throw error instanceof Stopped
      ? new Stopped(out === undefined ? "Stopped." : `Stopped; ${out} is as it was.`)
      : error;
  }
  tell(`${count} listings written${out === undefined ? "" : ` to ${out}`}.`);
  return exitCode.done;
}

process.exitCode = await main(process.argv.slice(2), process.env).catch(explain);
