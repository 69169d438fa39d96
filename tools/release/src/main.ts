import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { breakingChanges, pushCommand, recordBaseline, release } from "./release.ts";
import { releasedCommitsFile, ReleaseError } from "./released.ts";

const usage = `Release one service: npm run release -- listings 1.2.0
Then run: git push origin HEAD listings/v1.2.0. The workflow for the tag tests the service, builds its image and publishes it.

  --check      only report contract changes that break released services
  --baseline   before the first release: record HEAD as the last release of every service
`;
const project = fileURLToPath(new URL("../../../", import.meta.url));

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { check: { type: "boolean" }, baseline: { type: "boolean" }, help: { type: "boolean", short: "h" } },
  });
  if (values.check === true) {
    const breaking = await breakingChanges(project);
    for (const [service, list] of Object.entries(breaking))
      for (const { subject, where, detail } of list) console.log(`${service}: ${subject}: ${where} ${detail}`);
    if (Object.keys(breaking).length === 0) console.log("The contracts are compatible with every released service.");
    return Object.keys(breaking).length === 0 ? 0 : 1;
  }
  if (values.baseline === true) {
    const commit = await recordBaseline(project);
    console.log(`Recorded ${commit} as the last release of every service. Commit ${releasedCommitsFile}.`);
    return 0;
  }
  const [service, version] = positionals;
  if (values.help === true || service === undefined || version === undefined) {
    console.log(usage);
    return values.help === true ? 0 : 1;
  }
  const tag = await release(project, service, version);
  console.log(`Tagged ${tag}. To publish it, run: ${pushCommand(tag)}`);
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof ReleaseError ? error.message : error);
  process.exitCode = 1;
}
