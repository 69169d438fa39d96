import { backingServiceNames } from "@plat/backing-services";
import { rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { serviceNames } from "./service-process.ts";

/**
 * Removes what `npm start` has made in a data folder, and nothing else: the folder may be somebody's own, with other
 * things in it. Folders go with it when nothing is left in them.
 * @param more further paths below it that are Plat's own there
 */
export async function removeData(dataDir: string, more: readonly string[] = []): Promise<void> {
  const made = [
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
  for (const path of made) await rm(join(dataDir, path), { recursive: true, force: true });
  for (const folder of ["backing-services/logs", "logs", "static"]) await removeIfEmpty(join(dataDir, folder));
}

/** Leaves a folder that holds something, or that is a mount or a link. */
export async function removeIfEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch(() => undefined);
}
