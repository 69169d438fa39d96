/** Bodies to begin with, by endpoint; each is valid, and shown in the OpenAPI document. */
export const examples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  signUp: {
    "a team": {
      organizationName: "Blue Door Realty",
      email: "dana@bluedoor.example",
      password: "correct horse battery",
    },
  },
  signIn: { "a user": { email: "dana@bluedoor.example", password: "correct horse battery" } },
  createKey: {
    "for the website, read only": { name: "Website", scopes: ["read"], expiresInDays: 365 },
    "for the import, without an end": { name: "Nightly import" },
  },
  rotateKey: { "both keys work for a day": { graceHours: 24 } },
  createProperty: {
    "a house for sale": {
      externalId: "MLS-20931",
      title: "Sunny house with a pool",
      description: "Single storey, new roof, close to the park.",
      propertyType: "House",
      propertyCategory: "Residential",
      listingType: "sale",
      price: 289_500,
      currency: "USD",
      bedrooms: 3,
      bathrooms: 2,
      area: 1480,
      areaUnit: "sqft",
      yearBuilt: 1998,
      features: ["pool", "garage"],
      address: { street: "9100 Elk Grove Blvd", city: "Elk Grove", region: "CA", postalCode: "95624", country: "US" },
      location: { lat: 38.4088, lon: -121.3716 },
      media: [{ url: "https://images.example/20931/front.jpg", caption: "Front" }],
    },
    "the least": { title: "Flat near the station", propertyType: "Apartment", propertyCategory: "Residential" },
  },
  updateProperty: {
    "a new price": { price: 279_000 },
    sold: { status: "sold" },
    "clear the year": { yearBuilt: null },
  },
  batchProperties: {
    "one listing by its externalId": {
      mode: "upsert",
      items: [
        {
          externalId: "MLS-20931",
          title: "Sunny house",
          propertyType: "House",
          propertyCategory: "Residential",
          price: 285_000,
        },
      ],
    },
  },
  createAd: {
    "for social media": {
      headline: "Open house on Sunday",
      platform: "instagram",
      targetUrl: "https://bluedoor.example/20931",
    },
  },
  createAgent: {
    "an agent": {
      name: "Dana Ortiz",
      email: "dana@bluedoor.example",
      phone: "+1 916 555 0142",
      languages: ["English", "Spanish"],
    },
  },
  updateOrganization: {
    branding: { branding: { displayName: "Blue Door", primaryColor: "#1A4F8B" }, defaultCurrency: "USD" },
  },
  search: {
    "plain language": { query: "3 bed house in Elk Grove under 300k with a pool, no condos" },
    filters: {
      filters: { cities: ["Sacramento"], bedrooms: { min: 3 }, price: { max: 300_000, currency: "USD" } },
      sort: [{ field: "price", order: "asc" }],
      facets: ["propertyType", "price"],
    },
    "around a point": {
      geo: { radius: { lat: 38.58, lon: -121.49, distance: 5, unit: "km" } },
      sort: [{ field: "distance" }],
      map: { precision: 12 },
    },
  },
};
