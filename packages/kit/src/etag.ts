import { AppError } from "@plat/contracts";
import { createHash } from "node:crypto";

/** Strong entity tag `"<version>-<hash of the representation>"`. */
export function representationETag(version: number, representation: Uint8Array): string {
  const hash = createHash("sha1").update(representation).digest("base64url").slice(0, 16);
  return `"${version}-${hash}"`;
}

/**
 * Compares `If-Match` with the version of a resource; the hash is not compared, so a tag from any representation does.
 * @throws AppError `precondition_failed` when none of the tags names this version.
 */
export function requireVersion(ifMatch: string | undefined, version: number): void {
  if (ifMatch === undefined || ifMatch.trim() === "*") return;
  const versions = ifMatch.split(",").map((tag) => /^"(\d+)(-[\w-]*)?"$/.exec(tag.trim())?.[1]);
  if (!versions.includes(String(version)))
    throw new AppError("precondition_failed", "The resource has changed since the version that If-Match names.");
}
