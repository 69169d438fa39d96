import type { Ad, Property } from "@plat/contracts";
import { newId } from "@plat/kit";

export type Overrides = Partial<Omit<Property, "address">> & { address?: Partial<Property["address"]> };

/** A typical listing. */
export function buildProperty({ address, ...overrides }: Overrides = {}): Property {
  const at = "2026-03-01T12:00:00.000Z";
  return {
    id: newId(),
    organizationId: "00000000-0000-7000-8000-000000000001",
    agentId: null,
    externalId: null,
    title: "A listing",
    description: "",
    propertyType: "House",
    propertyCategory: "Residential",
    listingType: "sale",
    status: "active",
    price: 250_000,
    currency: "USD",
    pricePeriod: null,
    bedrooms: 3,
    bathrooms: 2,
    area: 120,
    lotArea: null,
    areaUnit: "sqm",
    yearBuilt: 1990,
    floor: null,
    features: [],
    address: {
      street: null,
      unit: null,
      city: "Sacramento",
      community: null,
      region: "California",
      postalCode: null,
      country: "US",
      ...address,
    },
    location: null,
    media: [],
    publishedAt: at,
    createdAt: at,
    updatedAt: at,
    statusChangedAt: at,
    priceChangedAt: at,
    version: 1,
    ...overrides,
  };
}

export const buildAd = (propertyId: string, more: Partial<Ad> = {}): Ad => ({
  id: newId(),
  propertyId,
  status: "active",
  headline: "See it",
  body: null,
  imageUrl: null,
  targetUrl: null,
  platform: null,
  startsAt: null,
  endsAt: null,
  createdAt: "2026-01-01T00:00:00.000Z",
  ...more,
});
