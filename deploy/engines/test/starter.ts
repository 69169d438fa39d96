// Starts engines, says what they are, and waits: tests end it in hard ways.
import { startEngines } from "../src/index.ts";
import type { EngineName } from "../src/index.ts";

const [dataDir = "", ...names] = process.argv.slice(2);
const engines = await startEngines({ dataDir, engines: names as EngineName[] });
const found = (names as EngineName[]).map((name) => [name, { pid: engines[name].pid, url: engines[name].url }]);
console.log(JSON.stringify(Object.fromEntries(found)));
