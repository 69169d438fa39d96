import { type AppError, invalid, previousInterpretation, validator } from "@plat/contracts";
import { decodeCursor, encodeCursor } from "@plat/kit";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { z } from "zod";
import type { Interpreted } from "./search-criteria.ts";

/**
 * The position after a page, and the interpretation of the first page's query: names in the index change, but all pages
 * of a search use the same interpretation.
 */
export interface CursorPosition {
  /** Values of the sort fields; the last one is the id. */
  after: (string | number)[];
  /** Undefined unless the search has a query. */
  interpreted: Interpreted | undefined;
}

/** Bytes of JSON; several times the size of the longest query's interpretation. */
const interpretedBytesMax = 128 * 1024;
/** Limits of the boost terms of a query with 512 characters. */
const boostTermsMax = 256;
const boostCharactersMax = 1_024;
/** Clients can modify a cursor: it must contain only what a query can be interpreted as. */
const parsePacked = validator(
  z.object({
    interpretation: previousInterpretation.refine(({ geo }) => geo === undefined || "radius" in geo),
    mentions: z
      .array(z.string())
      .max(boostTermsMax)
      .refine((terms) => terms.join(" ").length <= boostCharactersMax),
  }),
);

/**
 * Encodes the cursor of the next page.
 * @param after values of the sort fields of the last hit
 * @param fingerprint the members of the request that all pages must have in common
 */
export function pageCursor(
  after: readonly unknown[],
  fingerprint: object,
  interpreted: Interpreted | undefined,
): string {
  const packed = interpreted === undefined ? undefined : pack(interpreted);
  const position = encodeCursor(after as (string | number)[], { ...fingerprint, packed });
  return packed === undefined ? position : `${position}.${packed}`;
}

/** The error for a cursor that this service has not issued. */
export function invalidCursor(cause?: unknown): AppError {
  const errors = [{ in: "body" as const, pointer: "/cursor", detail: "is not a cursor of this service" }];
  return invalid(errors, cause);
}

/**
 * Decodes a cursor.
 * @param hasQuery whether the request has a query in plain language
 * @throws AppError `validation_failed` if it is malformed or belongs to another request
 */
export function readPageCursor(cursor: string, fingerprint: object, hasQuery: boolean): CursorPosition {
  const [position = "", packed, ...rest] = cursor.split(".");
  if (rest.length > 0 || (packed !== undefined) !== hasQuery) throw invalidCursor();
  // Unpacked first, so that a truncated cursor is reported as malformed and not as one of another request.
  const interpreted = packed === undefined ? undefined : unpack(packed);
  const after = decodeCursor(position, { ...fingerprint, packed }, "body");
  const isValid = after.slice(0, -1).every((value) => Number.isFinite(value)) && typeof after.at(-1) === "string";
  if (!isValid) throw invalidCursor();
  return { after: after as (string | number)[], interpreted };
}

// The member `mentions` is part of the cursor format, which running releases share.
const pack = ({ interpretation: parsed, boostTerms }: Interpreted): string =>
  deflateRawSync(JSON.stringify({ interpretation: parsed, mentions: boostTerms })).toString("base64url");

function unpack(packed: string): Interpreted {
  let value: unknown;
  try {
    const json = inflateRawSync(Buffer.from(packed, "base64url"), { maxOutputLength: interpretedBytesMax });
    value = JSON.parse(json.toString("utf8"));
  } catch (error) {
    throw invalidCursor(error);
  }
  const read = parsePacked(value);
  if (!read.ok) throw invalidCursor();
  const { interpretation: parsed, mentions: boostTerms } = read.value;
  return { interpretation: parsed, boostTerms };
}
