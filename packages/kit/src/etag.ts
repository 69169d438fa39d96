import { AppError } from "@plat/contracts";
import { createHash } from "node:crypto";

/** Returns the strong entity tag `"<version>-<hash of the representation>"`. */
export function representationETag(version: number, representation: Uint8Array): string {
  const hash = createHash("sha1").update(representation).digest("base64url").slice(0, 16);
  return `"${version}-${hash}"`;
}

const entityTag = String.raw`(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"`;
const entityTags = new RegExp(`^(?:[ \\t]*,)*[ \\t]*${entityTag}(?:[ \\t]*,(?:[ \\t]*${entityTag})?)*[ \\t]*$`);

/** Whether an `If-Match` header is well-formed (RFC 9110 13.1.1): `*`, or quoted entity tags separated by commas. */
export const isValidIfMatch = (field: string): boolean => field.trim() === "*" || entityTags.test(field);

/**
 * Checks the `If-Match` header against the current version of a resource. Only the version in the entity tag counts,
 * not the hash, so the tag of any representation of this version matches. Weak tags never match, as RFC 9110 requires.
 * @throws AppError `precondition_failed` if no entity tag names this version
 */
export function assertIfMatch(ifMatch: string | undefined, version: number): void {
  if (ifMatch === undefined || ifMatch.trim() === "*") return;
  const versions = ifMatch.split(",").map((tag) => /^"(\d+)(-[\w-]*)?"$/.exec(tag.trim())?.[1]);
  if (!versions.includes(String(version)))
    throw new AppError("precondition_failed", "The resource has changed since the version in If-Match.");
}

/** Whether an `If-None-Match` header contains this entity tag (weak comparison, RFC 9110 13.1.2). */
export function etagMatches(field: string, etag: string): boolean {
  if (field.trim() === "*") return true;
  return field.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === etag.replace(/^W\//, ""));
}
