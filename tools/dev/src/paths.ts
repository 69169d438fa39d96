import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

export const root = fromRoot(".");
const givenDataDir = process.env["PLAT_DATA_DIR"] ?? "";
/** Everything that `npm start` stores between starts. A second instance needs another folder. */
export const dataDir = givenDataDir === "" ? fromRoot(".data") : resolve(givenDataDir);
/** Other data of the project in that folder: the progress of unfinished imports. */
export const otherPathsInDataDir: readonly string[] = dataDir === fromRoot(".data") ? ["import"] : [];
export const backingServicesDir = join(dataDir, "backing-services");
export const logDir = join(dataDir, "logs");
export const staticDir = join(dataDir, "static");
/** The secret that encrypts the signing keys of sessions. */
export const signingSecretFile = join(dataDir, "signing-key-secret");
/** URLs of the running system, for `npm run reindex` and `npm run verify-index`. */
export const runFile = join(dataDir, "run.json");
