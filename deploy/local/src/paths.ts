import { fileURLToPath } from "node:url";

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

export const root = fromRoot(".");
/** Everything that `npm start` keeps between starts. */
export const dataDir = fromRoot(".data");
export const engineDataDir = fromRoot(".data/engines");
export const logDir = fromRoot(".data/logs");
export const staticDir = fromRoot(".data/static");
/** Where the running system is found by commands that look after the index. */
export const runFile = fromRoot(".data/run.json");
