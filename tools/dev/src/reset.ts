import { BackingServiceError, startBackingServices } from "@plat/backing-services";
import { existsSync } from "node:fs";
import { alsoInDataDir, dataDir, backingServicesDir } from "./paths.ts";
import { removeData, removeIfEmpty } from "./remove-data.ts";

/** `npm run reset`: removes what `npm start` has kept, unless it is running. */
async function reset(): Promise<string> {
  if (!existsSync(backingServicesDir)) return `There is no data of npm start in ${dataDir}.`;
  // No engine is started: this only holds the folder, and is refused while somebody else does.
  const hold = await startBackingServices({ dataDir: backingServicesDir, services: [] });
  try {
    await removeData(dataDir, alsoInDataDir);
  } finally {
    await hold.stop();
  }
  for (const folder of [backingServicesDir, dataDir]) await removeIfEmpty(folder);
  const left = existsSync(dataDir) ? " What else is in that folder was left there." : "";
  return `Removed the data of npm start from ${dataDir}.${left} The next start begins anew.`;
}

try {
  console.log(await reset());
} catch (error) {
  console.error(error instanceof BackingServiceError ? `${error.message} Stop it first.` : error);
  process.exitCode = 1;
}
