import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { allContracts } from "./contracts.ts";
import { compareLock, differences, type Lock, lockOf } from "./lock.ts";

/*
 * Updates contracts.lock.json. Exits with an error if a change breaks callers, unless `--accept-breaking` is given.
 */

const file = new URL("../contracts.lock.json", import.meta.url);

async function readLock(): Promise<Lock> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as Lock;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return {};
    throw error;
  }
}

const { values } = parseArgs({ options: { "accept-breaking": { type: "boolean", default: false } } });
const old = await readLock();
const next = lockOf(allContracts);
const breaking = compareLock(old, next);
for (const { subject, where, detail } of breaking) console.log(`breaking  ${subject}: ${where} ${detail}`);
const { added, changed } = differences(old, next);
for (const subject of added) console.log(`added     ${subject}`);
for (const subject of changed.filter((name) => breaking.every((one) => one.subject !== name)))
  console.log(`changed   ${subject}`);

if (breaking.length > 0 && !values["accept-breaking"]) {
  console.error(
    "Lock file not updated: these changes break callers. Add a v2 of the endpoints, or run again with --accept-breaking if they have no callers yet.",
  );
  process.exitCode = 1;
} else {
  await writeFile(file, `${JSON.stringify(next, null, 1)}\n`);
  console.log(
    added.length + changed.length + breaking.length === 0 ? "Lock file is up to date." : "Lock file updated.",
  );
}
