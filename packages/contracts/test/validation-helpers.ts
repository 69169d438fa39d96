import type { z } from "zod";
import { toFieldErrors, type Validated, validator } from "../src/index.ts";

/** The issues as `pointer: detail`. */
export function issueTexts(result: Validated<unknown>): string[] {
  if (result.ok) return [];
  return toFieldErrors(result.issues, "body").map((error) =>
    "pointer" in error ? `${error.pointer}: ${error.detail}` : "",
  );
}
/** The validator of the gateway, which rejects unknown members. */
export const strictValidator = <S extends z.ZodType>(schema: S) => validator(schema, { unknownKeys: "reject" });
export const parseJson = (text: string): unknown => JSON.parse(text);
