import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

export const root = fromRoot(".");
/** Everything that `npm start` keeps between starts; a second one beside it needs another folder. */
export const dataDir = resolve(process.env["PLAT_DATA_DIR"] ?? fromRoot(".data"));
export const engineDataDir = join(dataDir, "engines");
export const logDir = join(dataDir, "logs");
export const staticDir = join(dataDir, "static");
/** Where the running system is found by commands that look after the index. */
export const runFile = join(dataDir, "run.json");
