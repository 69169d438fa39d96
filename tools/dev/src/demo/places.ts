/** A community of a city, with its centre and its price level relative to the city. */
interface Community {
  name: string;
  lat: number;
  lon: number;
  level: number;
}

export interface Place {
  city: string;
  region: string;
  country: string;
  currency: string;
  areaUnit: "sqft" | "sqm";
  /** Price of a square metre for sale, in the currency. */
  pricePerSqm: number;
  postalCode: (digit: () => number) => string;
  streets: readonly string[];
  communities: readonly Community[];
}

const digits = (count: number, digit: () => number): string => Array.from({ length: count }, digit).join("");

/** Real places, so that searches by name, map and distance return plausible results. */
export const places: readonly Place[] = [
  {
    city: "Austin",
    region: "Texas",
    country: "US",
    currency: "USD",
    areaUnit: "sqft",
    pricePerSqm: 4300,
    postalCode: (digit) => `787${digits(2, digit)}`,
    streets: ["Barton Springs Road", "Manor Road", "Enfield Road", "East 6th Street", "Duval Street", "Oltorf Street"],
    communities: [
      { name: "Hyde Park", lat: 30.3042, lon: -97.7286, level: 1.05 },
      { name: "Zilker", lat: 30.2537, lon: -97.7713, level: 1.3 },
      { name: "Mueller", lat: 30.2989, lon: -97.7036, level: 1.1 },
      { name: "East Austin", lat: 30.2614, lon: -97.7197, level: 0.9 },
    ],
  },
  {
    city: "Sacramento",
    region: "California",
    country: "US",
    currency: "USD",
    areaUnit: "sqft",
    pricePerSqm: 3600,
    postalCode: (digit) => `958${digits(2, digit)}`,
    streets: [
      "J Street",
      "Freeport Boulevard",
      "Folsom Boulevard",
      "Stockton Boulevard",
      "Riverside Boulevard",
      "Marysville Boulevard",
    ],
    communities: [
      { name: "Midtown", lat: 38.5728, lon: -121.4767, level: 1.1 },
      { name: "Land Park", lat: 38.5416, lon: -121.5014, level: 1.25 },
      { name: "Natomas", lat: 38.6379, lon: -121.5037, level: 0.9 },
      { name: "East Sacramento", lat: 38.5671, lon: -121.4406, level: 1.3 },
    ],
  },
  {
    city: "Bristol",
    region: "England",
    country: "GB",
    currency: "GBP",
    areaUnit: "sqft",
    pricePerSqm: 4200,
    postalCode: (digit) => `BS${1 + (digit() % 9)} ${digit()}AB`,
    streets: ["Whiteladies Road", "North Street", "Gloucester Road", "Stokes Croft", "Coronation Road", "Redland Road"],
    communities: [
      { name: "Clifton", lat: 51.4572, lon: -2.6203, level: 1.4 },
      { name: "Bedminster", lat: 51.4399, lon: -2.5989, level: 0.95 },
      { name: "Redland", lat: 51.4718, lon: -2.6018, level: 1.2 },
      { name: "Easton", lat: 51.4643, lon: -2.5667, level: 0.8 },
    ],
  },
  {
    city: "Valencia",
    region: "Comunidad Valenciana",
    country: "ES",
    currency: "EUR",
    areaUnit: "sqm",
    pricePerSqm: 2600,
    postalCode: (digit) => `460${digits(2, digit)}`,
    streets: [
      "Calle de Colón",
      "Avenida del Puerto",
      "Calle de Cuba",
      "Calle de Sueca",
      "Calle del Turia",
      "Avenida de Blasco Ibáñez",
    ],
    communities: [
      { name: "Ruzafa", lat: 39.4617, lon: -0.3735, level: 1.15 },
      { name: "El Carmen", lat: 39.4786, lon: -0.3799, level: 1.1 },
      { name: "Benimaclet", lat: 39.4866, lon: -0.3571, level: 0.8 },
      { name: "El Cabanyal", lat: 39.4719, lon: -0.3296, level: 0.85 },
    ],
  },
  {
    city: "Heidelberg",
    region: "Baden-Württemberg",
    country: "DE",
    currency: "EUR",
    areaUnit: "sqm",
    pricePerSqm: 5100,
    postalCode: (digit) => `691${digits(2, digit)}`,
    streets: [
      "Hauptstraße",
      "Bergheimer Straße",
      "Rohrbacher Straße",
      "Handschuhsheimer Landstraße",
      "Ladenburger Straße",
    ],
    communities: [
      { name: "Altstadt", lat: 49.4105, lon: 8.706, level: 1.2 },
      { name: "Neuenheim", lat: 49.4203, lon: 8.69, level: 1.3 },
      { name: "Weststadt", lat: 49.4022, lon: 8.686, level: 1.05 },
      { name: "Rohrbach", lat: 49.3797, lon: 8.6893, level: 0.85 },
    ],
  },
  {
    city: "Dubai",
    region: "Dubai",
    country: "AE",
    currency: "AED",
    areaUnit: "sqft",
    pricePerSqm: 17_000,
    postalCode: () => "00000",
    streets: ["Al Marsa Street", "Sheikh Mohammed bin Rashid Boulevard", "Al Sufouh Road", "Palm Jumeirah Road"],
    communities: [
      { name: "Dubai Marina", lat: 25.0805, lon: 55.1403, level: 1.1 },
      { name: "Downtown Dubai", lat: 25.1972, lon: 55.2744, level: 1.4 },
      { name: "Palm Jumeirah", lat: 25.1124, lon: 55.139, level: 1.7 },
      { name: "Jumeirah Village Circle", lat: 25.0589, lon: 55.2094, level: 0.65 },
    ],
  },
];
