import type { Aggregations } from "@plat/client";

/** Aggregations with a city that is named like a member of `Object.prototype`. */
export const market = {
  byCity: {
    Valencia: { total: 5, byType: { House: 2, Flat: 3 } },
    "São Paulo": { total: 9, byType: { Flat: 9 } },
    constructor: { total: 1, byType: { House: 1 } },
  },
  byRegion: {},
  byPropertyType: { House: 3, Flat: 12 },
  byPropertyCategory: { Residential: 15 },
  availableCities: ["constructor", "São Paulo", "Valencia"],
  availableRegions: [],
  availablePropertyTypes: ["Flat", "House"],
  availablePropertyCategories: ["Residential"],
  totalProperties: 15,
} satisfies Aggregations;
