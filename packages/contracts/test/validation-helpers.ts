import type { z } from "zod";
import { toFieldErrors, type Validated, validator } from "../src/index.ts";

/** `pointer: detail` of each issue, as a client sees them. */
export function told(result: Validated<unknown>): string[] {
  if (result.ok) return [];
  return toFieldErrors(result.issues, "body").map((error) =>
    "pointer" in error ? `${error.pointer}: ${error.detail}` : "",
  );
}
export const atEdge = <S extends z.ZodType>(schema: S) => validator(schema, { unknownKeys: "reject" });
export const parsed = (text: string): unknown => JSON.parse(text);
