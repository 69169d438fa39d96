import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Patch } from "./mutations.ts";

/** What services and engines are made of. */
const parts = ["packages", "services", "tools/backing-services"];

/**
 * A copy of the checkout with patches applied. Its packages find one another in the copy, and all else in the
 * checkout's own `node_modules`.
 * @throws Error when a patch does not fit
 */
export async function plantedTree(root: string, to: string, patches: readonly Patch[]): Promise<string> {
  await mkdir(to, { recursive: true });
  for (const part of parts) {
    const filter = (path: string): boolean => !path.includes("/test/");
    await cp(join(root, part), join(to, part), { recursive: true, verbatimSymlinks: true, filter });
  }
  await symlink(join(root, "node_modules"), join(to, "node_modules"));
  await cp(join(root, "package.json"), join(to, "package.json"));
  for (const { file, find, replace } of patches) {
    const path = join(to, file);
    await writeFile(path, patched(await readFile(path, "utf8"), { file, find, replace }));
  }
  return to;
}

/** @throws Error when the text is not there exactly once */
export function patched(text: string, { file, find, replace }: Patch): string {
  const count = text.split(find).length - 1;
  if (count !== 1) throw new Error(`the planted fault does not fit: ${file} has ${count} times: ${find.trim()}`);
  return text.replace(find, () => replace);
}
