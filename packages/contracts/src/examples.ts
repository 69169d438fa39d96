/** Example request bodies of the OpenAPI document, per endpoint and summary. Each example is valid. */
export const examples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  signUp: {
    "Real estate agency": {
      organizationName: "Blue Door Realty",
      email: "dana@bluedoor.example",
      password: "correct horse battery",
    },
  },
  signIn: { "E-mail and password": { email: "dana@bluedoor.example", password: "correct horse battery" } },
  createKey: {
    "Read-only key that expires after a year": { name: "Website", scopes: ["read"], expiresInDays: 365 },
    "Key that does not expire": { name: "Nightly import" },
  },
  rotateKey: { "Grace period of one day": { graceHours: 24 } },
  createProperty: {
    "House for sale": {
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
    "Required fields only": {
      title: "Flat near the station",
      propertyType: "Apartment",
      propertyCategory: "Residential",
    },
  },
  updateProperty: {
    "Change the price": { price: 279_000 },
    "Mark as sold": { status: "sold" },
    "Clear a field": { yearBuilt: null },
  },
  batchProperties: {
    "Upsert a listing by its external id": {
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
    "Social media ad": {
      headline: "Open house on Sunday",
      platform: "instagram",
      targetUrl: "https://bluedoor.example/20931",
    },
  },
  createAgent: {
    "Agent with contact details": {
      name: "Dana Ortiz",
      email: "dana@bluedoor.example",
      phone: "+1 916 555 0142",
      languages: ["English", "Spanish"],
    },
  },
  updateOrganization: {
    "Change branding and currency": {
      branding: { displayName: "Blue Door", primaryColor: "#1A4F8B" },
      defaultCurrency: "USD",
    },
  },
  search: {
    "Natural language": { query: "3 bed house in Elk Grove under 300k with a pool, no condos" },
    "Filters, sorting and facets": {
      filters: { cities: ["Sacramento"], bedrooms: { min: 3 }, price: { max: 300_000, currency: "USD" } },
      sort: [{ field: "price", order: "asc" }],
      facets: ["propertyType", "price"],
    },
    "Radius search with map clusters": {
      geo: { radius: { lat: 38.58, lon: -121.49, distance: 5, unit: "km" } },
      sort: [{ field: "distance" }],
      map: { precision: 12 },
    },
  },
};
