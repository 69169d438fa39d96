import { backingServiceNames } from "@plat/backing-services";
import { rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { serviceNames } from "./service-process.ts";

/**
 * Removes what `npm start` created in a data folder and nothing else: the user may have chosen a folder with other
 * files. Empty folders are removed.
 * @param more further paths below the data folder that belong to Plat
 */
export async function removeData(dataDir: string, more: readonly string[] = []): Promise<void> {
  const created = [
    ...more,
    ...backingServiceNames.flatMap((name) => [
      `backing-services/${name}`,
      `backing-services/${name}.pid`,
      `backing-services/logs/${name}.log`,
    ]),
    ...[...serviceNames, "setup gateway"].map((name) => `logs/${name}.log`),
    "static/demo",
    "run.json",
  ];
  for (const path of created) await rm(join(dataDir, path), { recursive: true, force: true });
  for (const folder of ["backing-services/logs", "logs", "static"]) await removeIfEmpty(join(dataDir, folder));
}

/** Does nothing if the folder is not empty, or is a mount point or a link. */
export async function removeIfEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch(() => undefined);
}
