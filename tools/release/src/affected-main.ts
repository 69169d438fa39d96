import { appendFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { affectedSuites } from "./affected.ts";

/** For continuous integration: prints the affected suites and sets them as output `suites` of the workflow step. */
const project = fileURLToPath(new URL("../../../", import.meta.url));
// For the first push of a branch, GitHub passes a hash of zeros.
const base = process.env["TURBO_SCM_BASE"]?.replace(/^0+$/, "") || undefined;
const suites = affectedSuites(project, base).join(" ");
console.log(suites);
const output = process.env["GITHUB_OUTPUT"];
if (output !== undefined) appendFileSync(output, `suites=${suites}\n`);
