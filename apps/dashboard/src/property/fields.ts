import type { Property, PropertyCreate, PropertyPatch } from "@plat/client";

type FieldKind = "text" | "long" | "number" | "choice" | "list" | "date" | "media";
export interface PropertyField {
  /** Path of the member, with dots: `address.city`. */
  path: string;
  label: string;
  kind: FieldKind;
  group: "Basics" | "Price" | "Size" | "Location" | "Other";
  options?: readonly string[];
  isRequired?: boolean;
  isInteger?: boolean;
  hint?: string;
}

export const statuses = ["active", "pending", "inactive", "sold", "rented"] as const;

/** All fields of a listing that a user or an imported file can set. */
export const propertyFields: readonly PropertyField[] = [
  { path: "title", label: "Title", kind: "text", group: "Basics", isRequired: true },
  { path: "description", label: "Description", kind: "long", group: "Basics" },
  {
    path: "propertyType",
    label: "Property type",
    kind: "text",
    group: "Basics",
    isRequired: true,
    hint: "For example Apartment or House.",
  },
  {
    path: "propertyCategory",
    label: "Category",
    kind: "text",
    group: "Basics",
    isRequired: true,
    hint: "For example Residential or Commercial.",
  },
  { path: "listingType", label: "Listing type", kind: "choice", group: "Basics", options: ["sale", "rent"] },
  { path: "status", label: "Status", kind: "choice", group: "Basics", options: statuses },
  {
    path: "features",
    label: "Features",
    kind: "list",
    group: "Basics",
    hint: "Separate multiple features with commas.",
  },
  { path: "price", label: "Price", kind: "number", group: "Price" },
  { path: "currency", label: "Currency", kind: "text", group: "Price", hint: "For example EUR." },
  { path: "pricePeriod", label: "Payment period", kind: "choice", group: "Price", options: ["month", "week", "year"] },
  { path: "bedrooms", label: "Bedrooms", kind: "number", group: "Size" },
  { path: "bathrooms", label: "Bathrooms", kind: "number", group: "Size" },
  { path: "area", label: "Area", kind: "number", group: "Size" },
  { path: "lotArea", label: "Lot area", kind: "number", group: "Size" },
  { path: "areaUnit", label: "Area unit", kind: "choice", group: "Size", options: ["sqm", "sqft"] },
  { path: "yearBuilt", label: "Year built", kind: "number", group: "Size", isInteger: true },
  { path: "floor", label: "Floor", kind: "number", group: "Size", isInteger: true },
  { path: "address.street", label: "Street", kind: "text", group: "Location" },
  { path: "address.unit", label: "Unit", kind: "text", group: "Location" },
  { path: "address.city", label: "City", kind: "text", group: "Location" },
  { path: "address.community", label: "Community", kind: "text", group: "Location" },
  { path: "address.region", label: "Region", kind: "text", group: "Location" },
  { path: "address.postalCode", label: "Postal code", kind: "text", group: "Location" },
  {
    path: "address.country",
    label: "Country",
    kind: "text",
    group: "Location",
    hint: "Two-letter country code, for example ES.",
  },
  { path: "location.lat", label: "Latitude", kind: "number", group: "Location" },
  { path: "location.lon", label: "Longitude", kind: "number", group: "Location" },
  { path: "media", label: "Images", kind: "media", group: "Other", hint: "One URL per line." },
  { path: "agentId", label: "Agent", kind: "text", group: "Other" },
  {
    path: "externalId",
    label: "External ID",
    kind: "text",
    group: "Other",
    hint: "Your own ID, unique within your organization.",
  },
  {
    path: "publishedAt",
    label: "Published",
    kind: "date",
    group: "Other",
    hint: "If empty, set when the listing first becomes active.",
  },
];
export const groups = ["Basics", "Price", "Size", "Location", "Other"] as const;

const splitPath = (path: string): [string, string | undefined] => {
  const [first = "", second] = path.split(".");
  return [first, second];
};

/** Returns the value of a field as the text of its control. */
export function fieldText(property: Property, { path, kind }: PropertyField): string {
  const [first, second] = splitPath(path);
  const outer = (property as unknown as Record<string, unknown>)[first];
  const value = second === undefined ? outer : (outer as Record<string, unknown> | null)?.[second];
  if (value === null || value === undefined) return "";
  if (kind === "list") return (value as string[]).join(", ");
  if (kind === "media") return (value as Property["media"]).map(({ url }) => url).join("\n");
  if (kind === "date") return (value as string).slice(0, 10);
  // A textarea normalizes line breaks.
  if (kind === "long") return (value as string).replaceAll(/\r\n?/g, "\n");
  return `${value as string | number}`;
}

/**
 * Parses the text of a field.
 * @param before existing media, whose kind and caption are retained
 * @returns the value; an invalid number is returned as text, so that the API rejects it with an error for the field
 */
export function parseFieldText(field: PropertyField, text: string, before: Property["media"] = []): unknown {
  const trimmed = text.trim();
  switch (field.kind) {
    case "list":
      return trimmed
        .split(",")
        .map((entry) => entry.trim())
        .filter(Boolean);
    case "media":
      return trimmed
        .split(/\s+/)
        .filter(Boolean)
        .map((url) => before.find((each) => each.url === url) ?? { url, kind: "image" });
    case "number":
      return trimmed === "" ? null : Number.isNaN(Number(trimmed)) ? trimmed : Number(trimmed);
    case "long":
      return text;
    default:
      return trimmed === "" ? null : trimmed;
  }
}

/** Converts values by path to the nested shape of the API. A location without coordinates becomes `null`. */
export function nestByPath(values: Iterable<readonly [string, unknown]>): Record<string, unknown> {
  const item: Record<string, unknown> = {};
  for (const [path, value] of values) {
    const [first, second] = splitPath(path);
    if (second === undefined) item[first] = value;
    else item[first] = { ...(item[first] as Record<string, unknown> | undefined), [second]: value };
  }
  const location = item["location"] as Record<string, unknown> | undefined;
  if (location !== undefined && Object.values(location).every((value) => value === null)) item["location"] = null;
  return item;
}

/** Returns the request body of a new listing. Empty optional fields are omitted. */
export function toPropertyCreate(texts: ReadonlyMap<string, string>): PropertyCreate {
  const given = propertyFields.flatMap((field): [string, unknown][] => {
    const text = texts.get(field.path) ?? "";
    return text.trim() === "" && field.isRequired !== true ? [] : [[field.path, parseFieldText(field, text) ?? ""]];
  });
  return nestByPath(given) as unknown as PropertyCreate;
}

/** Returns a patch with the fields that differ from the listing that the form was opened with. */
export function toPropertyPatch(before: Property, texts: ReadonlyMap<string, string>): PropertyPatch {
  const changed = propertyFields.flatMap((field): [string, unknown][] => {
    const text = texts.get(field.path);
    return text === undefined || text === fieldText(before, field)
      ? []
      : [[field.path, parseFieldText(field, text, before.media)]];
  });
  return nestByPath(changed);
}

/** Returns the JSON pointer of a field in validation errors. */
export const jsonPointer = (path: string): string => `/${path.replace(".", "/")}`;
