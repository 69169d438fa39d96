import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { brokenPromises, publishing, release, ReleaseError } from "./release.ts";
import { archive, releasable } from "./released.ts";

const usage = `Releases one service on its own: npm run release -- listings 1.2.0
Then: git push origin HEAD listings/v1.2.0, and the workflow of the tag tests it, builds its image and publishes it.

  --check      only say what in the contracts would let running releases down
  --baseline   before the first release of all: keep every service as it is now
`;
const project = fileURLToPath(new URL("../../../", import.meta.url));

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { check: { type: "boolean" }, baseline: { type: "boolean" }, help: { type: "boolean", short: "h" } },
  });
  if (values.check === true) {
    const broken = await brokenPromises(project);
    for (const [service, list] of Object.entries(broken))
      for (const { subject, where, detail } of list) console.log(`${service}: ${subject}: ${where} ${detail}`);
    if (Object.keys(broken).length === 0) console.log("No running release would be let down.");
    return Object.keys(broken).length === 0 ? 0 : 1;
  }
  if (values.baseline === true) {
    for (const service of releasable) await archive(service);
    console.log("Kept every service as it is now.");
    return 0;
  }
  const [service, version] = positionals;
  if (values.help === true || service === undefined || version === undefined) {
    console.log(usage);
    return values.help === true ? 0 : 1;
  }
  const tag = await release(project, service, version);
  console.log(`Tagged ${tag}. Publish it: ${publishing(tag)}`);
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof ReleaseError ? error.message : error);
  process.exitCode = 1;
}
