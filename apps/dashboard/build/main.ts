import { resolve } from "node:path";
import { buildDashboard, ensureDashboard } from "./build.ts";

/** Builds the dashboard into the given folder, or into `dist/<hash>` if it is out of date. Prints the folder. */
const [target] = process.argv.slice(2);
if (target === undefined) {
  console.log(await ensureDashboard(() => console.error("building the dashboard")));
} else {
  await buildDashboard(resolve(target));
  console.log(resolve(target));
}
