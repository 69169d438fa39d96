import { nestByPath, propertyFields, type PropertyField, parseFieldText } from "../property/fields.ts";
import type { CsvRow } from "./parse-csv.ts";

/** The source of each field by its path: a column, or a constant for all rows. */
export type Mapping = Readonly<Record<string, { column: number } | { constant: string }>>;

const normalizeHeader = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");

const synonyms: Readonly<Record<string, readonly string[]>> = {
  title: ["name", "headline", "listingtitle"],
  propertyType: ["type", "proptype", "hometype", "kind"],
  propertyCategory: ["category"],
  listingType: ["saleorrent", "offer", "transaction"],
  price: ["listprice", "askingprice", "amount", "cost"],
  bedrooms: ["beds", "bed", "bedroom", "br", "bedroomstotal"],
  bathrooms: ["baths", "bath", "bathroom", "ba", "bathroomstotalinteger"],
  area: ["sqft", "sqm", "size", "livingarea", "surface"],
  lotArea: ["lot", "lotsize", "plot"],
  yearBuilt: ["year", "built"],
  "address.street": ["street", "address", "streetaddress"],
  "address.city": ["city", "town"],
  "address.community": ["community", "neighborhood", "neighbourhood", "district"],
  "address.region": ["region", "state", "province", "stateorprovince"],
  "address.postalCode": ["zip", "zipcode", "postcode", "postalcode"],
  "address.country": ["country"],
  "location.lat": ["lat", "latitude"],
  "location.lon": ["lon", "lng", "long", "longitude"],
  externalId: ["id", "listingid", "mls", "mlsid", "reference", "ref"],
  media: ["image", "images", "photo", "photos", "imageurl", "media"],
  publishedAt: ["published", "listdate", "date"],
};

/** Guesses the mapping from the column names. */
export function guessMapping(columns: readonly string[]): Mapping {
  const names = columns.map(normalizeHeader);
  const mapping: Record<string, { column: number }> = {};
  const used = new Set<number>();
  // Exact names take precedence over synonyms, so that a synonym does not take the column of another field.
  for (const pass of ["exact", "synonym"] as const) {
    for (const { path } of propertyFields) {
      if (mapping[path] !== undefined) continue;
      const own = normalizeHeader(path.split(".").at(-1) ?? path);
      const accepted = pass === "exact" ? [normalizeHeader(path), own] : (synonyms[path] ?? []);
      const column = names.findIndex((name, index) => !used.has(index) && accepted.includes(name));
      if (column === -1) continue;
      mapping[path] = { column };
      used.add(column);
    }
  }
  const unit = names[mapping["area"]?.column ?? -1];
  return {
    propertyCategory: { constant: "Residential" },
    ...(unit === "sqft" ? { areaUnit: { constant: "sqft" } } : {}),
    ...mapping,
  };
}

/** Returns the columns that no field is read from. */
export function unusedColumns(columns: readonly string[], mapping: Mapping): string[] {
  const used = new Set(Object.values(mapping).map((source) => ("column" in source ? source.column : -1)));
  return columns.flatMap((name, index) => (used.has(index) ? [] : [name === "" ? `Column ${index + 1}` : name]));
}

export interface RowError {
  field: string;
  detail: string;
}
export type ParsedRow = { line: number; externalId: string | null } & (
  | { item: Record<string, unknown> }
  | { errors: RowError[] }
);

/** Parses a number with optional digit groups and currency symbol. Returns `undefined` for anything else. */
export function parseNumber(text: string): number | undefined {
  const bare = text.trim().replace(/^\p{Sc}\s*|\s*\p{Sc}$/gu, "");
  const grouped = /^-?\d{1,3}([, ’'\u{A0}]\d{3})+(\.\d+)?$/u.test(bare) ? bare.replaceAll(/[, ’'\u{A0}]/gu, "") : bare;
  return /^-?\d+(\.\d+)?$/.test(grouped) ? Number(grouped) : undefined;
}

function parseCell(field: PropertyField, text: string): { value: unknown } | { detail: string } {
  if (field.kind === "number") {
    const number = parseNumber(text);
    if (number === undefined) return { detail: `“${text}” is not a number` };
    return field.isInteger === true && !Number.isInteger(number)
      ? { detail: `“${text}” is not a whole number` }
      : { value: number };
  }
  if (field.kind === "choice") {
    const choice = field.options?.find((option) => option === text.trim().toLowerCase());
    return choice === undefined
      ? { detail: `“${text}” is not one of: ${field.options?.join(", ") ?? ""}` }
      : { value: choice };
  }
  if (field.kind === "list")
    return {
      value: text
        .split(/[|;,]/)
        .map((entry) => entry.trim())
        .filter(Boolean),
    };
  return { value: parseFieldText(field, text.replaceAll("|", field.kind === "media" ? " " : "|")) };
}

/**
 * Converts a row to a listing.
 * @param columns number of columns of the header
 * @returns the listing, or all errors of the row
 */
export function parseRow(row: CsvRow, columns: number, mapping: Mapping): ParsedRow {
  const errors: RowError[] = [];
  if (row.cells.length !== columns)
    errors.push({ field: "row", detail: `has ${row.cells.length} cells, but the header has ${columns}` });
  const values: [string, unknown][] = [];
  for (const field of propertyFields) {
    const source = mapping[field.path];
    const text = source === undefined ? "" : "constant" in source ? source.constant : (row.cells[source.column] ?? "");
    if (text.trim() === "") {
      if (field.isRequired === true) errors.push({ field: field.label, detail: "is required" });
      continue;
    }
    const read = parseCell(field, text);
    if ("detail" in read) errors.push({ field: field.label, detail: read.detail });
    else values.push([field.path, read.value]);
  }
  const item = nestByPath(values);
  const externalId = typeof item["externalId"] === "string" ? item["externalId"] : null;
  return errors.length > 0 ? { line: row.line, externalId, errors } : { line: row.line, externalId, item };
}
