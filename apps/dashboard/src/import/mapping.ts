import { assembled, propertyFields, type PropertyField, valueOf } from "../property/fields.ts";
import type { CsvRow } from "./parse-csv.ts";

/** Which column each field is read from, by the field's path; a text in its place stands for all rows. */
export type Mapping = Readonly<Record<string, { column: number } | { constant: string }>>;

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");

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

/** What the names of the columns suggest. */
export function guessMapping(columns: readonly string[]): Mapping {
  const names = columns.map(plain);
  const mapping: Record<string, { column: number }> = {};
  const used = new Set<number>();
  // Exact names first, so that `type` is left to whoever is called so.
  for (const wanted of ["exact", "synonym"] as const) {
    for (const { path } of propertyFields) {
      if (mapping[path] !== undefined) continue;
      const own = plain(path.split(".").at(-1) ?? path);
      const accepted = wanted === "exact" ? [plain(path), own] : (synonyms[path] ?? []);
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

/** Columns that no field is read from, and whose values so go nowhere. */
export function unusedColumns(columns: readonly string[], mapping: Mapping): string[] {
  const used = new Set(Object.values(mapping).map((source) => ("column" in source ? source.column : -1)));
  return columns.flatMap((name, index) => (used.has(index) ? [] : [name === "" ? `column ${index + 1}` : name]));
}

export interface Problem {
  field: string;
  detail: string;
}
export type Read = { line: number; externalId: string | null } & (
  | { item: Record<string, unknown> }
  | { problems: Problem[] }
);

/** Digits in groups and currency signs, as files have them; `undefined` for what is no number. */
export function readNumber(text: string): number | undefined {
  const bare = text.trim().replace(/^\p{Sc}\s*|\s*\p{Sc}$/gu, "");
  const grouped = /^-?\d{1,3}([, ’'\u{A0}]\d{3})+(\.\d+)?$/u.test(bare) ? bare.replaceAll(/[, ’'\u{A0}]/gu, "") : bare;
  return /^-?\d+(\.\d+)?$/.test(grouped) ? Number(grouped) : undefined;
}

function readCell(field: PropertyField, text: string): { value: unknown } | { detail: string } {
  if (field.kind === "number") {
    const number = readNumber(text);
    if (number === undefined) return { detail: `“${text}” is not a number` };
    return field.isInteger === true && !Number.isInteger(number)
      ? { detail: `“${text}” is not a whole number` }
      : { value: number };
  }
  if (field.kind === "choice") {
    const choice = field.options?.find((option) => option === text.trim().toLowerCase());
    return choice === undefined
      ? { detail: `“${text}” is none of ${field.options?.join(", ") ?? ""}` }
      : { value: choice };
  }
  if (field.kind === "list")
    return {
      value: text
        .split(/[|;,]/)
        .map((entry) => entry.trim())
        .filter(Boolean),
    };
  return { value: valueOf(field, text.replaceAll("|", field.kind === "media" ? " " : "|")) };
}

/** A row as a listing, or all that is wrong with it. */
export function readRow(row: CsvRow, columns: number, mapping: Mapping): Read {
  const problems: Problem[] = [];
  if (row.cells.length !== columns)
    problems.push({ field: "row", detail: `has ${row.cells.length} cells where the header has ${columns}` });
  const values: [string, unknown][] = [];
  for (const field of propertyFields) {
    const source = mapping[field.path];
    const text = source === undefined ? "" : "constant" in source ? source.constant : (row.cells[source.column] ?? "");
    if (text.trim() === "") {
      if (field.isRequired === true) problems.push({ field: field.label, detail: "is empty" });
      continue;
    }
    const read = readCell(field, text);
    if ("detail" in read) problems.push({ field: field.label, detail: read.detail });
    else values.push([field.path, read.value]);
  }
  const item = assembled(values);
  const externalId = typeof item["externalId"] === "string" ? item["externalId"] : null;
  return problems.length > 0 ? { line: row.line, externalId, problems } : { line: row.line, externalId, item };
}
