import type { IndexDocument } from "@plat/contracts";
import {
  featureKey,
  foldName,
  foldNonBlank,
  nonBlank,
  squareMetres,
  toSearchableText,
  typeGroup,
  yearlyPrice,
} from "../domain/normalization.ts";

/** Version of the document schema. Must be increased with every change to the document of a listing. */
export const documentSchema = 1;

type Property = NonNullable<IndexDocument["property"]>;

/**
 * Converts a listing to its document in the index: fields to filter, count and sort by, text, and the complete listing for
 * responses. A deleted listing becomes a tombstone.
 */
export function toIndexSource(document: IndexDocument): Record<string, unknown> {
  const { id, version, deleted, changedAt, property, ads } = document;
  if (deleted || property === null) return { id, version, deleted: true, changedAt };
  const { address, price, area, lotArea, areaUnit, pricePeriod } = property;
  const areaInSquareMetres = area === null ? null : squareMetres(area, areaUnit);
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
    categoryFolded: foldName(property.propertyCategory),
    city: nonBlank(address.city),
    cityFolded: foldNonBlank(address.city),
    community: nonBlank(address.community),
    communityFolded: foldNonBlank(address.community),
    region: nonBlank(address.region),
    regionFolded: foldNonBlank(address.region),
    postalCode: nonBlank(address.postalCode),
    postalCodeFolded: foldNonBlank(address.postalCode),
    price,
    yearlyPrice:
      price === null || pricePeriod === null || property.listingType !== "rent"
        ? null
        : yearlyPrice(price, pricePeriod),
    currency: property.currency,
    bedrooms: property.bedrooms,
    bathrooms: property.bathrooms,
    area: areaInSquareMetres,
    lotArea: lotArea === null ? null : squareMetres(lotArea, areaUnit),
    pricePerArea:
      price === null || areaInSquareMetres === null || areaInSquareMetres === 0 ? null : price / areaInSquareMetres,
    yearBuilt: property.yearBuilt,
    floor: property.floor,
    features: [...new Set(property.features)],
    featureKeys: [...new Set(property.features.map(featureKey))],
    location: property.location,
    publishedAt: property.publishedAt,
    updatedAt: property.updatedAt,
    text: {
      title: toSearchableText(property.title),
      description: toSearchableText(property.description),
      features: property.features.map(toSearchableText),
      address: addressLine(property),
    },
    property,
    ads,
  };
}

function addressLine({ address }: Property): string {
  const { street, unit, community, city, region, postalCode, country } = address;
  return toSearchableText([street, unit, community, city, region, postalCode, country].filter(Boolean).join(", "));
}
