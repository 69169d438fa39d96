import { z } from "zod";

/** NUL and lone surrogates break storage and byte equality, so no string may hold them. */
const storable = (value: string): boolean => value.isWellFormed() && !value.includes("\0");
const storableMessage = "must not hold NUL or a lone surrogate";

/**
 * Free text kept exactly as given; lengths count UTF-16 code units. A text that is too long is not looked at any further:
 * patterns that come after would take seconds for a quarter of a megabyte.
 */
export const text = (max: number, min = 0) =>
  z.string().min(min).max(max, { abort: true }).refine(storable, { message: storableMessage });

/** Text that must say something: at least one character that is not white space. */
export const name = (max: number) =>
  text(max, 1).refine((value) => value === "" || value.trim() !== "", { message: "must not be blank" });

/** Any UUID; kept in lower case, so that the same id is the same string. */
export const uuid = z.guid().overwrite((value) => value.toLowerCase());

/** Length of an ISO 8601 UTC time with milliseconds in the years 0000 to 9999; other years have a sign and two digits more. */
const instantLength = 24;
/** ISO 8601 with a zone, or a date alone (midnight UTC); normalised to UTC with milliseconds. */
export const timestamp = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], {
    error: (issue) =>
      issue.input === undefined
        ? undefined
        : "must be a real date, or a date and time with a zone, like 2026-05-01 or 2026-05-01T12:00:00Z",
  })
  .overwrite((value) => new Date(value).toISOString())
  .refine((value) => value.length === instantLength, { message: "must lie in the years 0000 to 9999" });

/** ISO 8601 UTC with milliseconds, as every answer carries it. */
export const instant = z.iso.datetime({ precision: 3 });

const webProtocols = new Set(["http:", "https:"]);
/** An absolute http or https address without credentials. Never fetched by the service. */
export const webUrl = text(2048, 1).refine(
  (value) => {
    const url = /^https?:\/\/[^\s\p{Cc}]+$/iu.test(value) ? URL.parse(value) : null;
    return url !== null && webProtocols.has(url.protocol) && url.username === "" && url.password === "";
  },
  { message: "must be an absolute http or https URL" },
);

/** An address that was checked when it came in; answers do not parse it again (a microsecond each). */
export const storedUrl = z.string().meta({ format: "uri" });

export const email = text(254, 3).regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, { message: "must be an e-mail address" });
export const phone = text(40, 3).regex(/^[+()0-9 .\-/x#]+$/, { message: "must be a telephone number" });

/** Amounts in the main unit of a currency. Negative zero counts as zero. */
export const money = z
  .number()
  .min(0)
  .max(1e12)
  .overwrite((value) => (value === 0 ? 0 : value));

const currencies = new Set(Intl.supportedValuesOf("currency"));
/** ISO 4217, upper case. Source: the currencies known to the runtime's CLDR data. */
export const currency = z
  .string()
  .length(3)
  .refine((value) => currencies.has(value), { message: "must be an ISO 4217 currency code" });

export const latitude = z.number().min(-90).max(90);
export const longitude = z.number().min(-180).max(180);
export const location = z.object({ lat: latitude, lon: longitude });

/** How many items a page has when neither the request nor a query in plain language says. */
export const defaultPageSize = 20;
const pageSize = z.int().min(1).max(100);
export const pageLimit = pageSize.default(defaultPageSize).describe("Most items on a page");
/** A page limit that stays out where the request has none; whoever answers it takes the default. */
export const pageLimitIfAny = pageSize
  .optional()
  .meta({ description: "Most items on a page; one that is named wins over one in `query`", default: defaultPageSize });
export const cursor = text(2048, 1).describe("`nextCursor` of the page before, with the same query");

/** Comma-separated in a query string, an array in a body. */
export const fieldNames = z
  .array(text(64, 1).regex(/^[A-Za-z]+(\.[A-Za-z]+)*$/, { message: "must be a field name like price or address.city" }))
  .describe("Members to answer with, like `price` or `address.city`; all of them when left out");

/** A list as every list endpoint answers it. */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({
    data: z.array(item),
    page: z.object({ limit: z.int(), nextCursor: z.string().nullable() }),
  });

/** `min` and `max`, both included; at least one of them. */
export const range = <T extends z.ZodType<number>>(number: T) => {
  const limits = z.object({ min: number.optional(), max: number.optional() });
  return limits
    .refine((value) => value.min !== undefined || value.max !== undefined, { message: "needs min or max" })
    .refine((value) => value.min === undefined || value.max === undefined || value.min <= value.max, {
      message: "min must not be above max",
    });
};
