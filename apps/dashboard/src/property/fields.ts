import type { Property, PropertyCreate, PropertyPatch } from "@plat/client";

export type FieldKind = "text" | "long" | "number" | "choice" | "list" | "date" | "media";
export interface PropertyField {
  /** Name with dots: `address.city`. */
  path: string;
  label: string;
  kind: FieldKind;
  group: "What" | "Price" | "Size" | "Place" | "More";
  options?: readonly string[];
  isRequired?: boolean;
  isInteger?: boolean;
  hint?: string;
}

export const statuses = ["active", "pending", "inactive", "sold", "rented"] as const;

/** Everything of a listing that a person or a file may set. */
export const propertyFields: readonly PropertyField[] = [
  { path: "title", label: "Title", kind: "text", group: "What", isRequired: true },
  { path: "description", label: "Description", kind: "long", group: "What" },
  {
    path: "propertyType",
    label: "Type",
    kind: "text",
    group: "What",
    isRequired: true,
    hint: "Apartment, House … kept exactly as given.",
  },
  {
    path: "propertyCategory",
    label: "Category",
    kind: "text",
    group: "What",
    isRequired: true,
    hint: "Residential, Commercial …",
  },
  { path: "listingType", label: "For", kind: "choice", group: "What", options: ["sale", "rent"] },
  { path: "status", label: "Status", kind: "choice", group: "What", options: statuses },
  { path: "features", label: "Features", kind: "list", group: "What", hint: "Several with commas." },
  { path: "price", label: "Price", kind: "number", group: "Price" },
  { path: "currency", label: "Currency", kind: "text", group: "Price", hint: "Like EUR." },
  { path: "pricePeriod", label: "Paid per", kind: "choice", group: "Price", options: ["month", "week", "year"] },
  { path: "bedrooms", label: "Bedrooms", kind: "number", group: "Size" },
  { path: "bathrooms", label: "Bathrooms", kind: "number", group: "Size" },
  { path: "area", label: "Area", kind: "number", group: "Size" },
  { path: "lotArea", label: "Plot", kind: "number", group: "Size" },
  { path: "areaUnit", label: "Unit of areas", kind: "choice", group: "Size", options: ["sqm", "sqft"] },
  { path: "yearBuilt", label: "Year built", kind: "number", group: "Size", isInteger: true },
  { path: "floor", label: "Floor", kind: "number", group: "Size", isInteger: true },
  { path: "address.street", label: "Street", kind: "text", group: "Place" },
  { path: "address.unit", label: "Unit", kind: "text", group: "Place" },
  { path: "address.city", label: "City", kind: "text", group: "Place" },
  { path: "address.community", label: "Community", kind: "text", group: "Place" },
  { path: "address.region", label: "Region", kind: "text", group: "Place" },
  { path: "address.postalCode", label: "Postal code", kind: "text", group: "Place" },
  { path: "address.country", label: "Country", kind: "text", group: "Place", hint: "Two letters, like ES." },
  { path: "location.lat", label: "Latitude", kind: "number", group: "Place" },
  { path: "location.lon", label: "Longitude", kind: "number", group: "Place" },
  { path: "media", label: "Pictures", kind: "media", group: "More", hint: "One address a line." },
  { path: "agentId", label: "Agent", kind: "text", group: "More" },
  { path: "externalId", label: "Your own id", kind: "text", group: "More", hint: "Unique within your organization." },
  {
    path: "publishedAt",
    label: "Published",
    kind: "date",
    group: "More",
    hint: "Left empty: when it first becomes active.",
  },
];
export const groups = ["What", "Price", "Size", "Place", "More"] as const;

const parts = (path: string): [string, string | undefined] => {
  const [first = "", second] = path.split(".");
  return [first, second];
};

/** The value of a field as a text for its control. */
export function textOf(property: Property, { path, kind }: PropertyField): string {
  const [first, second] = parts(path);
  const outer = (property as unknown as Record<string, unknown>)[first];
  const value = second === undefined ? outer : (outer as Record<string, unknown> | null)?.[second];
  if (value === null || value === undefined) return "";
  if (kind === "list") return (value as string[]).join(", ");
  if (kind === "media") return (value as Property["media"]).map(({ url }) => url).join("\n");
  if (kind === "date") return (value as string).slice(0, 10);
  // As a control of several lines gives it back.
  if (kind === "long") return (value as string).replaceAll(/\r\n?/g, "\n");
  return `${value as string | number}`;
}

/** What a text means for a field; a number that is none stays a text, which the service then names. */
export function valueOf(field: PropertyField, text: string, before: Property["media"] = []): unknown {
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

/** Puts values by path into the nested shape of the API. */
export function assembled(values: Iterable<readonly [string, unknown]>): Record<string, unknown> {
  const item: Record<string, unknown> = {};
  for (const [path, value] of values) {
    const [first, second] = parts(path);
    if (second === undefined) item[first] = value;
    else item[first] = { ...(item[first] as Record<string, unknown> | undefined), [second]: value };
  }
  const place = item["location"] as Record<string, unknown> | undefined;
  if (place !== undefined && Object.values(place).every((value) => value === null)) item["location"] = null;
  return item;
}

/** A creation out of the texts of a form; what was left empty is left out. */
export function creationOf(texts: ReadonlyMap<string, string>): PropertyCreate {
  const given = propertyFields.flatMap((field): [string, unknown][] => {
    const text = texts.get(field.path) ?? "";
    return text.trim() === "" && field.isRequired !== true ? [] : [[field.path, valueOf(field, text) ?? ""]];
  });
  return assembled(given) as unknown as PropertyCreate;
}

/** Only what differs from how the listing was when the form was opened. */
export function patchOf(before: Property, texts: ReadonlyMap<string, string>): PropertyPatch {
  const changed = propertyFields.flatMap((field): [string, unknown][] => {
    const text = texts.get(field.path);
    return text === undefined || text === textOf(before, field)
      ? []
      : [[field.path, valueOf(field, text, before.media)]];
  });
  return assembled(changed);
}

/** Where the service says that a field is wrong. */
export const pointerOf = (path: string): string => `/${path.replace(".", "/")}`;
