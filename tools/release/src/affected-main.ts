import { appendFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { affectedSuites } from "./affected.ts";

/** For continuous integration: prints the suites to run, and leaves them for later steps. */
const project = fileURLToPath(new URL("../../../", import.meta.url));
// A branch that is pushed for the first time has no commit before.
const base = process.env["TURBO_SCM_BASE"]?.replace(/^0+$/, "") || undefined;
const suites = affectedSuites(project, base).join(" ");
console.log(suites);
const output = process.env["GITHUB_OUTPUT"];
if (output !== undefined) appendFileSync(output, `suites=${suites}\n`);
