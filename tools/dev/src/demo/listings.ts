import { Faker, en } from "@faker-js/faker";
import type { PropertyCreate } from "@plat/contracts";
import { imageCount } from "./images.ts";
import { type Place, places } from "./places.ts";

/** A type of property: its category, range of sizes in square metres and of bedrooms, and its price level. */
interface Kind {
  type: string;
  category: string;
  weight: number;
  sqm: readonly [number, number];
  bedrooms: readonly [number, number] | undefined;
  level: number;
  plot: boolean;
}

const kinds: readonly Kind[] = [
  { type: "Apartment", category: "Residential", weight: 34, sqm: [45, 130], bedrooms: [1, 3], level: 1.1, plot: false },
  { type: "House", category: "Residential", weight: 26, sqm: [90, 260], bedrooms: [2, 5], level: 1, plot: true },
  { type: "Townhouse", category: "Residential", weight: 12, sqm: [85, 180], bedrooms: [2, 4], level: 1, plot: true },
  { type: "Studio", category: "Residential", weight: 8, sqm: [22, 42], bedrooms: [0, 0], level: 1.2, plot: false },
  { type: "Villa", category: "Residential", weight: 6, sqm: [180, 520], bedrooms: [3, 7], level: 1.5, plot: true },
  { type: "Penthouse", category: "Residential", weight: 4, sqm: [110, 320], bedrooms: [2, 4], level: 1.7, plot: false },
  { type: "Office", category: "Commercial", weight: 5, sqm: [60, 900], bedrooms: undefined, level: 0.9, plot: false },
  { type: "Retail", category: "Commercial", weight: 3, sqm: [40, 300], bedrooms: undefined, level: 1.1, plot: false },
  { type: "Land", category: "Land", weight: 2, sqm: [400, 9000], bedrooms: undefined, level: 0.08, plot: true },
];

const homeFeatures = [
  "balcony",
  "terrace",
  "parking",
  "elevator",
  "air_conditioning",
  "fireplace",
  "garden",
  "storage",
  "dishwasher",
  "underfloor_heating",
  "solar_panels",
  "ev_charger",
  "home_office",
  "hardwood_floors",
  "pets_allowed",
  "furnished",
  "walk_in_closet",
  "wheelchair_accessible",
  "bike_storage",
  "sea_view",
  "gym",
  "swimming_pool",
];
const businessFeatures = ["parking", "elevator", "air_conditioning", "loading_dock", "meeting_rooms", "fibre_internet"];
const moods = ["Bright", "Quiet", "Renovated", "Spacious", "Charming", "Modern", "Well-kept", "Sunny", "Elegant"];
const sqftPerSqm = 10.7639104167;

export interface DemoOptions {
  count: number;
  /** The newest listings were published just before this moment. */
  now: Date;
  agentIds: readonly string[];
  /** Base URL that serves the images. */
  baseUrl: string;
}

/** Deterministic: the same options produce the same listings on every machine. */
export function demoListings({ count, now, agentIds, baseUrl }: DemoOptions): PropertyCreate[] {
  const faker = new Faker({ locale: en, seed: 20_260_401 });
  const media = (): NonNullable<PropertyCreate["media"]> =>
    faker.helpers
      .uniqueArray(() => faker.number.int({ min: 0, max: imageCount - 1 }), faker.number.int({ min: 2, max: 4 }))
      .map((index) => ({ url: `${baseUrl}/demo/${index}.svg`, kind: "image", caption: null }));
  return Array.from({ length: count }, (_, index) => {
    const place = faker.helpers.arrayElement(places);
    const kind = faker.helpers.weightedArrayElement(kinds.map((value) => ({ value, weight: value.weight })));
    return {
      ...describe(faker, place, kind),
      externalId: `demo-${String(index + 1).padStart(4, "0")}`,
      agentId: faker.helpers.arrayElement(agentIds),
      status: faker.helpers.weightedArrayElement([
        { value: "active" as const, weight: 84 },
        { value: "pending" as const, weight: 6 },
        { value: "sold" as const, weight: 6 },
        { value: "inactive" as const, weight: 4 },
      ]),
      media: media(),
      publishedAt: new Date(now.getTime() - faker.number.int({ min: 0, max: 180 * 24 * 60 }) * 60_000).toISOString(),
    };
  });
}

function describe(faker: Faker, place: Place, kind: Kind): PropertyCreate {
  const community = faker.helpers.arrayElement(place.communities);
  const bedrooms =
    kind.bedrooms === undefined ? null : faker.number.int({ min: kind.bedrooms[0], max: kind.bedrooms[1] });
  const sqm = faker.number.int({ min: kind.sqm[0], max: kind.sqm[1] });
  const isRent = kind.type !== "Land" && faker.datatype.boolean(0.3);
  const value = sqm * place.pricePerSqm * community.level * kind.level * faker.number.float({ min: 0.8, max: 1.25 });
  const size = place.areaUnit === "sqft" ? Math.round(sqm * sqftPerSqm) : sqm;
  const plot = Math.round(size * faker.number.float({ min: 1.4, max: 4 }));
  const pool = kind.category === "Residential" ? homeFeatures : kind.category === "Commercial" ? businessFeatures : [];
  const features = faker.helpers.arrayElements(pool, { min: Math.min(2, pool.length), max: Math.min(7, pool.length) });
  const mood = faker.helpers.arrayElement(moods);
  const rooms = bedrooms === null || bedrooms === 0 ? "" : `${bedrooms}-bedroom `;
  const noun = kind.type.toLowerCase();
  return {
    title: `${mood} ${rooms}${noun} in ${community.name}`,
    description: sentences(faker, { mood, noun: rooms + noun, community: community.name, city: place.city, features }),
    propertyType: kind.type,
    propertyCategory: kind.category,
    listingType: isRent ? "rent" : "sale",
    price: isRent ? roundTo(value / 260, 25) : roundTo(value, 1000),
    currency: place.currency,
    pricePeriod: isRent ? "month" : null,
    bedrooms,
    bathrooms:
      bedrooms === null ? null : Math.max(1, Math.round(bedrooms * faker.number.float({ min: 0.5, max: 0.9 }))),
    area: kind.type === "Land" ? null : size,
    lotArea: kind.plot ? (kind.type === "Land" ? size : plot) : null,
    areaUnit: place.areaUnit,
    yearBuilt: kind.type === "Land" ? null : faker.number.int({ min: 1890, max: 2025 }),
    floor: kind.plot ? null : faker.number.int({ min: 0, max: place.city === "Dubai" ? 45 : 7 }),
    features,
    address: {
      street: `${faker.number.int({ min: 1, max: 240 })} ${faker.helpers.arrayElement(place.streets)}`,
      unit: kind.plot ? null : String(faker.number.int({ min: 1, max: 60 })),
      city: place.city,
      community: community.name,
      region: place.region,
      postalCode: place.postalCode(() => faker.number.int({ min: 0, max: 9 })),
      country: place.country,
    },
    location: {
      lat: Number((community.lat + faker.number.float({ min: -0.009, max: 0.009 })).toFixed(6)),
      lon: Number((community.lon + faker.number.float({ min: -0.011, max: 0.011 })).toFixed(6)),
    },
  };
}

interface Words {
  mood: string;
  noun: string;
  community: string;
  city: string;
  features: readonly string[];
}

function sentences(faker: Faker, { mood, noun, community, city, features }: Words): string {
  const extras = features.slice(0, 3).map((feature) => feature.replaceAll("_", " "));
  const opening = faker.helpers.arrayElement([
    `A ${mood.toLowerCase()} ${noun} in ${community}, ${city}.`,
    `${mood} ${noun}, a short walk from the heart of ${community}.`,
    `This ${noun} lies in one of the better streets of ${community}.`,
  ]);
  const middle = extras.length === 0 ? "" : ` It comes with ${extras.join(", ")}.`;
  const closing = faker.helpers.arrayElement([
    " Viewings by appointment.",
    " Shops, schools and public transport are close by.",
    " Available immediately.",
    " Ask the agent for the floor plan.",
  ]);
  return opening + middle + closing;
}

const roundTo = (value: number, step: number): number => Math.max(step, Math.round(value / step) * step);
