import { announceStop, BackingServiceError } from "@plat/backing-services";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { apiAt } from "./demo/api.ts";
import { writeImages } from "./demo/images.ts";
import { dashboardFolder } from "./dashboard.ts";
import { demoUser, createSampleKey, sampleQuery, seedDemo } from "./demo/seed.ts";
import { backingServicesDir, dataDir, root, staticDir } from "./paths.ts";
import { type StartProgress, startProgress } from "./progress.ts";
import { serviceNames } from "./service-process.ts";
import { type Stack, startStack } from "./stack.ts";
import { watchSources } from "./watch-sources.ts";

const usage = `npm start: runs everything on this machine with a demo organization, and prints a request to try.
npm run dev: the same, and restarts a service when its source changes.

  --watch            restart a service when its source changes
  --inspect SERVICE  open the port 9229 for a debugger of this service: keys, listings, search or gateway
`;

/** Runs everything until a signal arrives or a process ends. @returns the exit code */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { watch: { type: "boolean" }, inspect: { type: "string" }, help: { type: "boolean", short: "h" } },
  });
  if (values.help === true) {
    console.log(usage);
    return 0;
  }
  const inspected = serviceNames.find((name) => name === values.inspect);
  if (values.inspect !== undefined && inspected === undefined)
    throw new Error(`--inspect: "${values.inspect}" must be one of ${serviceNames.join(", ")}`);
  // The bootstrap script has installed Node and the dependencies before.
  const began = Number(process.env["PLAT_STARTED_AT"] ?? Date.now());
  const progress = startProgress(began);
  const aborting = new AbortController();
  const stopped = new Promise<"stopped">((resolve) => {
    const stop = (): void => {
      if (aborting.signal.aborted) return;
      announceStop(backingServicesDir);
      console.log("\nStopping …");
      aborting.abort();
      resolve("stopped");
    };
    // The handlers stay while it stops: a second Ctrl-C must not end this process before its children.
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  });
  await writeImages(join(staticDir, "demo"));
  const starting = startStack({
    buildDashboard: () => dashboardFolder(process.env, progress, aborting.signal),
    host: process.env["HOST"] ?? "127.0.0.1",
    port: readPort(process.env["PORT"] ?? "8080"),
    env: process.env,
    progress,
    ...(inspected === undefined ? {} : { nodeOptions: { [inspected]: ["--inspect=127.0.0.1:9229"] } }),
    signal: aborting.signal,
  });
  // What else still runs, such as the build of the dashboard, must not delay the error message.
  starting.catch(() => aborting.abort());
  const first = await Promise.race([starting, stopped]);
  if (first === "stopped") {
    // The rejection is expected. If the start completed at this very moment, the stack must still be stopped.
    await starting.then((stack) => stack.stop()).catch(() => undefined);
    return 0;
  }
  const stack = first;
  try {
    const seeding = seedAndPrint(stack, progress, began);
    const outcome = await Promise.race([seeding, stopped, stack.died]);
    if (outcome !== "ready") return end(outcome);
    await stack.endSetup();
    if (values.watch === true) restartOnChange(stack, aborting.signal);
    return end(await Promise.race([stopped, stack.died]));
  } finally {
    aborting.abort();
    await stack.stop();
  }
}

/** Restarts the services whose sources change, one after the other. */
function restartOnChange(stack: Stack, signal: AbortSignal): void {
  let restarting = Promise.resolve();
  const close = watchSources(root, (names, file) => {
    for (const name of names)
      restarting = restarting.then(async () => {
        if (signal.aborted) return;
        const began = Date.now();
        await stack.restart(name).then(
          () => console.log(`${name} restarted in ${((Date.now() - began) / 1000).toFixed(1)} s: ${file} changed`),
          (error: unknown) => console.error(`${error instanceof Error ? error.message : String(error)}\n`),
        );
      });
  });
  signal.addEventListener("abort", close, { once: true });
  console.log("\nServices restart when their sources change.");
}

/** Prints why everything stops. @returns the exit code */
function end(reason: string): number {
  if (reason === "stopped") return 0;
  console.error(`\nStopping everything: ${reason}`);
  return 1;
}

function readPort(raw: string): number {
  const port = Number(raw);
  if (!/^\d+$/.test(raw) || port < 1 || port > 65_535)
    throw new Error(`PORT: "${raw}" must be a whole number from 1 to 65535`);
  return port;
}

async function seedAndPrint(stack: Stack, { onProgress, onStatus }: StartProgress, began: number): Promise<"ready"> {
  const { url, hasDashboard, notes } = stack;
  // A slow machine with a slow database rejects some writes while the search index is being filled.
  const api = apiAt(stack.setupUrl, { retryTimeoutMs: 60_000 });
  const title = "demo data";
  const report = (line: string): void => {
    onProgress(line);
    onStatus(title, line, "running");
  };
  onStatus(title, "signing in", "running");
  await seedDemo({ api, publicUrl: url, now: new Date(), onProgress: report });
  const key = await createSampleKey(api);
  onProgress("ready");
  onStatus(title, "ready", "done");
  console.log(`
Plat is ready after ${((Date.now() - began) / 1000).toFixed(0)} s.

  address     ${url}${hasDashboard ? `\n  dashboard   ${url}/dashboard/` : ""}
  API docs    ${url}/docs
  sign in     ${demoUser.email} / ${demoUser.password}
  sample key  ${key}

Try it:

  curl -s '${url}/properties/search' -H 'Authorization: Bearer ${key}' \\
    -H 'Content-Type: application/json' -d '{"query": "${sampleQuery}", "limit": 3, "fields": ["title", "price"]}'

Ctrl-C stops everything; the data stays in ${relative(process.cwd(), dataDir)} until npm run reset.${notes
    .map((note) => `\n\n${note}`)
    .join("")}`);
  return "ready";
}

try {
  process.exitCode = await main();
} catch (error) {
  const plain = error instanceof BackingServiceError || error instanceof Error;
  console.error(plain ? error.message : error);
  process.exitCode = 1;
}
