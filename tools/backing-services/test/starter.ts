// Starts backing services, prints them and waits until a test kills it.
import { startBackingServices } from "../src/index.ts";
import type { BackingServiceName } from "../src/index.ts";

const [dataDir = "", ...names] = process.argv.slice(2);
const backingServices = await startBackingServices({ dataDir, services: names as BackingServiceName[] });
const found = (names as BackingServiceName[]).map((name) => [
  name,
  { pid: backingServices[name].pid, url: backingServices[name].url },
]);
console.log(JSON.stringify(Object.fromEntries(found)));
