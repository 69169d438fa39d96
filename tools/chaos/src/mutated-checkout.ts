import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Patch } from "./mutations.ts";

/** Folders that services and backing services need. */
const folders = ["packages", "services", "tools/backing-services"];

/**
 * Copies the checkout and applies patches. Its packages resolve each other in the copy, and everything else in the
 * original `node_modules`.
 * @returns the folder of the copy
 * @throws Error if a patch does not apply
 */
export async function createMutatedCheckout(root: string, to: string, patches: readonly Patch[]): Promise<string> {
  await mkdir(to, { recursive: true });
  for (const folder of folders) {
    const filter = (path: string): boolean => !path.includes("/test/");
    await cp(join(root, folder), join(to, folder), { recursive: true, verbatimSymlinks: true, filter });
  }
  await symlink(join(root, "node_modules"), join(to, "node_modules"));
  await cp(join(root, "package.json"), join(to, "package.json"));
  for (const { file, find, replace } of patches) {
    const path = join(to, file);
    await writeFile(path, applyPatch(await readFile(path, "utf8"), { file, find, replace }));
  }
  return to;
}

/** @returns the patched text. @throws Error unless the text to find occurs exactly once */
export function applyPatch(text: string, { file, find, replace }: Patch): string {
  const count = text.split(find).length - 1;
  if (count !== 1) throw new Error(`mutation does not apply: ${file} contains ${count} times: ${find.trim()}`);
  return text.replace(find, () => replace);
}
