import { BackingServiceError, startBackingServices } from "@plat/backing-services";
import { existsSync } from "node:fs";
import { otherPathsInDataDir, dataDir, backingServicesDir } from "./paths.ts";
import { removeData, removeIfEmpty } from "./remove-data.ts";

/** `npm run reset`: removes the data of `npm start`, unless it is running. */
async function reset(): Promise<string> {
  if (!existsSync(backingServicesDir)) return `There is no data of npm start in ${dataDir}.`;
  // Starts nothing: this takes the lock of the data folder, and fails while another process has it.
  const lock = await startBackingServices({ dataDir: backingServicesDir, services: [] });
  try {
    await removeData(dataDir, otherPathsInDataDir);
  } finally {
    await lock.stop();
  }
  for (const folder of [backingServicesDir, dataDir]) await removeIfEmpty(folder);
  const left = existsSync(dataDir) ? " Other files in that folder were not touched." : "";
  return `Removed the data of npm start from ${dataDir}.${left} The next start creates it again.`;
}

try {
  console.log(await reset());
} catch (error) {
  console.error(error instanceof BackingServiceError ? `${error.message} Stop it first.` : error);
  process.exitCode = 1;
}
