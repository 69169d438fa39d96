import type { IndexDocument } from "@plat/contracts";
import { product } from "../domain/decimal.ts";
import { canonicalFeature, canonicalType, fold, typeKey } from "@plat/interpreter";

/** Grows whenever a listing becomes another document than before: an index made by an older release is then rebuilt. */
export const documentSchema = 1;

/** Square metres in a square foot, by definition. */
const squareFoot = 0.09290304;
/** Payments a year. */
const perYear = { week: 52, month: 12, year: 1 } as const;

type Property = NonNullable<IndexDocument["property"]>;
export type AreaUnit = Property["areaUnit"];
export type Period = NonNullable<Property["pricePeriod"]>;

/** The name by which types that mean the same are found: the group of synonyms, else the name without case, accents and plural. */
export const typeGroup = (name: string): string => canonicalType(name) ?? (typeKey(name) || fold(name));
/** The name by which features that are written differently are found. */
export const featureKey = (name: string): string => canonicalFeature(name) || fold(name);
export const foldName = fold;

export const squareMetres = (size: number, unit: AreaUnit): number =>
  unit === "sqm" ? size : product(size, squareFoot);
/** A price by the year. */
export const yearly = (price: number, period: Period): number => product(price, perYear[period]);

/** The standard tokenizer keeps words joined by underscores together; for people they are two. */
export const searchable = (text: string): string => text.replaceAll("_", " ");

/** A blank name is none: feeds write "" for a city that they do not know. */
export const named = (name: string | null): string | null => (name === null || name.trim() === "" ? null : name);
const folded = (name: string | null): string | null => (named(name) === null ? null : fold(name ?? ""));

/** What the index holds of a listing: fields to filter, count and sort by, text, and the listing itself for answers. */
export function toIndexSource(document: IndexDocument): Record<string, unknown> {
  const { id, version, deleted, changedAt, property, ads } = document;
  if (deleted || property === null) return { id, version, deleted: true, changedAt };
  const { address, price, area, lotArea, areaUnit, pricePeriod } = property;
  const metres = area === null ? null : squareMetres(area, areaUnit);
  return {
    id,
    version,
    deleted: false,
    changedAt,
    organizationId: property.organizationId,
    agentId: property.agentId,
    status: property.status,
    listingType: property.listingType,
    propertyType: property.propertyType,
    typeGroup: typeGroup(property.propertyType),
    propertyCategory: property.propertyCategory,
    categoryFolded: fold(property.propertyCategory),
    city: named(address.city),
    cityFolded: folded(address.city),
    community: named(address.community),
    communityFolded: folded(address.community),
    region: named(address.region),
    regionFolded: folded(address.region),
    postalCode: named(address.postalCode),
    postalCodeFolded: folded(address.postalCode),
    price,
    yearlyPrice:
      price === null || pricePeriod === null || property.listingType !== "rent" ? null : yearly(price, pricePeriod),
    currency: property.currency,
    bedrooms: property.bedrooms,
    bathrooms: property.bathrooms,
    area: metres,
    lotArea: lotArea === null ? null : squareMetres(lotArea, areaUnit),
    pricePerArea: price === null || metres === null || metres === 0 ? null : price / metres,
    yearBuilt: property.yearBuilt,
    floor: property.floor,
    features: [...new Set(property.features)],
    featureKeys: [...new Set(property.features.map(featureKey))],
    location: property.location,
    publishedAt: property.publishedAt,
    updatedAt: property.updatedAt,
    text: {
      title: searchable(property.title),
      description: searchable(property.description),
      features: property.features.map(searchable),
      address: addressLine(property),
    },
    property,
    ads,
  };
}

function addressLine({ address }: Property): string {
  const { street, unit, community, city, region, postalCode, country } = address;
  return searchable([street, unit, community, city, region, postalCode, country].filter(Boolean).join(", "));
}
