import { resolve } from "node:path";
import { buildDashboard, ensureDashboard } from "./build.ts";

/** Builds the page into the folder given; without one into a folder of its own, if need be. Prints the folder. */
const [given] = process.argv.slice(2);
if (given === undefined) {
  console.log(await ensureDashboard(() => console.error("building the dashboard")));
} else {
  await buildDashboard(resolve(given));
  console.log(resolve(given));
}
