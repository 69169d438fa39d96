import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

export const root = fromRoot(".");
const givenDataDir = process.env["PLAT_DATA_DIR"] ?? "";
/** Everything that `npm start` keeps between starts; a second one beside it needs another folder. */
export const dataDir = givenDataDir === "" ? fromRoot(".data") : resolve(givenDataDir);
/** What is there of the project's beside what `npm start` keeps: imports that are not finished. */
export const alsoInDataDir: readonly string[] = dataDir === fromRoot(".data") ? ["import"] : [];
export const backingServicesDir = join(dataDir, "backing-services");
export const logDir = join(dataDir, "logs");
export const staticDir = join(dataDir, "static");
/** What the signing keys of sessions are encrypted with. */
export const signingSecretFile = join(dataDir, "signing-key-secret");
/** Where the running system is found by commands that look after the index. */
export const runFile = join(dataDir, "run.json");
