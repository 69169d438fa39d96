import { type AppError, interpretation, invalid, searchRequest, validator } from "@plat/contracts";
import { decodeCursor, encodeCursor } from "@plat/kit";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { z } from "zod";
import type { Understood } from "./plain.ts";

/** Where a page of a search ends, and how its query was understood: names change, the pages of one search do not. */
export interface Continued {
  /** Values of the sort fields, the id at the end. */
  after: (string | number)[];
  /** Set when the search has a query. */
  understood: Understood | undefined;
}

/** Bytes of JSON; several times what the longest query comes to. */
const understoodMax = 128 * 1024;
/** Of a query of 512 characters. */
const mentionsMax = 256;
const mentionedMax = 1_024;
/** A cursor is the caller's to change: it carries nothing that a query could not come to. */
const readUnderstood = validator(
  z.object({
    interpretation: interpretation
      .extend({ text: searchRequest.shape.text, sort: searchRequest.shape.sort })
      .refine(({ geo }) => geo === undefined || "radius" in geo),
    mentions: z
      .array(z.string())
      .max(mentionsMax)
      .refine((phrases) => phrases.join(" ").length <= mentionedMax),
  }),
);

export function pageCursor(after: readonly unknown[], print: object, understood: Understood | undefined): string {
  const packed = understood === undefined ? undefined : pack(understood);
  const place = encodeCursor(after as (string | number)[], { ...print, packed });
  return packed === undefined ? place : `${place}.${packed}`;
}

export function notACursor(cause?: unknown): AppError {
  const errors = [{ in: "body" as const, pointer: "/cursor", detail: "is not a cursor of this service" }];
  return invalid(errors, cause);
}

/**
 * @param isPlain whether the search has a query
 * @throws AppError `validation_failed` when it is broken or of another query
 */
export function readPageCursor(cursor: string, print: object, isPlain: boolean): Continued {
  const [place = "", packed, ...rest] = cursor.split(".");
  if (rest.length > 0 || (packed !== undefined) !== isPlain) throw notACursor();
  // Read first: what was cut short is no cursor at all, rather than one of another query.
  const understood = packed === undefined ? undefined : unpack(packed);
  const after = decodeCursor(place, { ...print, packed }, "body");
  const sound = after.slice(0, -1).every((value) => Number.isFinite(value)) && typeof after.at(-1) === "string";
  if (!sound) throw notACursor();
  return { after: after as (string | number)[], understood };
}

const pack = ({ interpretation: understood, mentions }: Understood): string =>
  deflateRawSync(JSON.stringify({ interpretation: understood, mentions })).toString("base64url");

function unpack(packed: string): Understood {
  let value: unknown;
  try {
    const json = inflateRawSync(Buffer.from(packed, "base64url"), { maxOutputLength: understoodMax });
    value = JSON.parse(json.toString("utf8"));
  } catch (error) {
    throw notACursor(error);
  }
  const read = readUnderstood(value);
  if (!read.ok) throw notACursor();
  return read.value;
}
