import { AppError } from "@plat/contracts";
import { createHash } from "node:crypto";

/** Strong entity tag `"<version>-<hash of the representation>"`. */
export function representationETag(version: number, representation: Uint8Array): string {
  const hash = createHash("sha1").update(representation).digest("base64url").slice(0, 16);
  return `"${version}-${hash}"`;
}

const entityTag = String.raw`(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"`;
const entityTags = new RegExp(`^(?:[ \\t]*,)*[ \\t]*${entityTag}(?:[ \\t]*,(?:[ \\t]*${entityTag})?)*[ \\t]*$`);

/** Whether a field is as `If-Match` has to be (RFC 9110 13.1.1): `*`, or entity tags in quotes with commas between. */
export const isValidIfMatch = (field: string): boolean => field.trim() === "*" || entityTags.test(field);

/**
 * Compares `If-Match` with the version of a resource; the hash is not compared, so a tag from any representation does.
 * Weak tags match nothing, for the comparison is the strong one.
 * @throws AppError `precondition_failed` when none of the tags names this version.
 */
export function assertIfMatch(ifMatch: string | undefined, version: number): void {
  if (ifMatch === undefined || ifMatch.trim() === "*") return;
  const versions = ifMatch.split(",").map((tag) => /^"(\d+)(-[\w-]*)?"$/.exec(tag.trim())?.[1]);
  if (!versions.includes(String(version)))
    throw new AppError("precondition_failed", "The resource has changed since the version that If-Match names.");
}
