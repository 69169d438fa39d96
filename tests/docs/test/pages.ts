import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../../", import.meta.url));
/** Every page that a reader is led to, by its path in the repository. */
export const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "tools/backing-services/README.md",
  "packages/client/README.md",
].concat(
  readdirSync(join(root, "docs"), { recursive: true })
    .map((name) => `docs/${String(name)}`)
    .filter((name) => name.endsWith(".md")),
);
