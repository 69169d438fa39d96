import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Absolute path of the repository. */
export const root = fileURLToPath(new URL("../../../", import.meta.url));

/** All documentation pages, as paths relative to the root of the repository. */
export const pages = [
  "README.md",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "tools/backing-services/README.md",
  "packages/client/README.md",
].concat(
  readdirSync(join(root, "docs"), { recursive: true })
    .map((name) => `docs/${String(name)}`)
    .filter((name) => name.endsWith(".md")),
);
