import { z } from "zod";

/** NUL and lone surrogates cannot be stored and compared reliably, so no string may contain them. */
const isStorable = (value: string): boolean => value.isWellFormed() && !value.includes("\0");
const storableMessage = "must not contain NUL or a lone surrogate";

/**
 * Free text, stored exactly as given. Lengths are in UTF-16 code units. Validation of a text that is too long stops
 * there: later regular expressions would take seconds for a quarter of a megabyte.
 */
export const text = (max: number, min = 0) =>
  z.string().min(min).max(max, { abort: true }).refine(isStorable, { message: storableMessage });

/** Text with at least one character that is not white space. */
export const name = (max: number) =>
  text(max, 1).refine((value) => value === "" || value.trim() !== "", { message: "must not be blank" });

/** Any UUID, normalized to lower case so that equal ids are equal strings. */
export const uuid = z.guid().overwrite((value) => value.toLowerCase());

/** Length of an ISO 8601 time in UTC with milliseconds. Years outside 0000 to 9999 are longer: a sign and six digits. */
const instantLength = 24;
/** ISO 8601 date and time with a UTC offset, or a date (midnight UTC); normalized to UTC with milliseconds. */
export const timestamp = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], {
    error: (issue) =>
      issue.input === undefined
        ? undefined
        : "must be an ISO 8601 date, or a date and time with a UTC offset, for example `2026-05-01` or `2026-05-01T12:00:00Z`",
  })
  .overwrite((value) => new Date(value).toISOString())
  .refine((value) => value.length === instantLength, { message: "must be in the years 0000 to 9999 (UTC)" });

/** ISO 8601 in UTC with milliseconds: the format of every time in a response. */
export const instant = z.iso.datetime({ precision: 3 });

const webProtocols = new Set(["http:", "https:"]);
/** An absolute http or https URL without credentials. No service fetches it. */
export const webUrl = text(2048, 1).refine(
  (value) => {
    const url = /^https?:\/\/[^\s\p{Cc}]+$/iu.test(value) ? URL.parse(value) : null;
    return url !== null && webProtocols.has(url.protocol) && url.username === "" && url.password === "";
  },
  { message: "must be an absolute http or https URL without credentials" },
);

/** A URL that was validated when it was written. Responses do not parse it again, which saves a microsecond per URL. */
export const storedUrl = z.string().meta({ format: "uri" });

export const email = text(254, 3).regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, {
  message: "must be an e-mail address, for example `dana@example.com`",
});
export const phone = text(40, 3).regex(/^[+()0-9 .\-/x#]+$/, {
  message: "must be a telephone number, for example `+1 916 555 0142`",
});

/** An amount in the major unit of a currency. Negative zero becomes zero. */
export const money = z
  .number()
  .min(0)
  .max(1e12)
  .overwrite((value) => (value === 0 ? 0 : value));

const currencies = new Set(Intl.supportedValuesOf("currency"));
/** ISO 4217 code in upper case, from the CLDR data of the runtime. */
export const currency = z
  .string()
  .length(3)
  .refine((value) => currencies.has(value), { message: "must be an ISO 4217 code, for example `USD`" });

export const latitude = z.number().min(-90).max(90);
export const longitude = z.number().min(-180).max(180);
export const location = z.object({ lat: latitude, lon: longitude });

/** Page size if neither the request nor a natural-language query states one. */
export const defaultPageSize = 20;
const pageSize = z.int().min(1).max(100);
export const pageLimit = pageSize.default(defaultPageSize).describe("Maximum number of items per page.");
/** A page size without a default in the schema: the service applies it, after that of a natural-language query. */
export const optionalPageLimit = pageSize.optional().meta({
  description: "Maximum number of items per page. Overrides a number stated in `query`.",
  default: defaultPageSize,
});
export const cursor = text(2048, 1).describe("`page.nextCursor` of the previous page. Valid only with the same query.");

/** Comma-separated in a query string, an array in a body. */
export const fieldNames = z
  .array(
    text(64, 1).regex(/^[A-Za-z]+(\.[A-Za-z]+)*$/, {
      message: "must be a field name, for example `price` or `address.city`",
    }),
  )
  .describe("Fields to return, for example `price` or `address.city`. Default: all fields.");

/** The response of every list endpoint. */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({
    data: z.array(item),
    page: z.object({ limit: z.int(), nextCursor: z.string().nullable() }),
  });

/** A range with inclusive bounds, at least one of which is given. */
export const range = <T extends z.ZodType<number>>(number: T) => {
  const limits = z.object({ min: number.optional(), max: number.optional() });
  return limits
    .refine((value) => value.min !== undefined || value.max !== undefined, {
      message: "must have `min`, `max` or both",
    })
    .refine((value) => value.min === undefined || value.max === undefined || value.min <= value.max, {
      message: "`min` must not be greater than `max`",
    });
};
