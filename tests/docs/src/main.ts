import { writeFile } from "node:fs/promises";
import { settingsFile, settingsPage } from "./settings-page.ts";

/** `npm run docs`: writes the pages that are generated from code. */
await writeFile(settingsFile, settingsPage());
console.log(`Wrote ${settingsFile}`);
