import type { ProcessRole } from "../processes.ts";

export const frameworkNames = ["plat", "nest", "moleculer", "express", "bare", "elasticsearch", "driver"] as const;
export type FrameworkName = (typeof frameworkNames)[number];

export const titles: Readonly<Record<FrameworkName, string>> = {
  plat: "Plat",
  nest: "NestJS",
  moleculer: "moleculer",
  express: "Express, one process",
  bare: "bare node:http",
  elasticsearch: "Elasticsearch alone",
  driver: "driver's insertMany alone",
};

/** The fields of a stored listing that requests need. */
export interface StoredListing {
  id: string;
  propertyType: string;
  propertyCategory: string;
  address: { city: string | null; community: string | null };
  bedrooms: number | null;
  price: number | null;
}

/** A running HTTP server to measure. */
export interface Framework {
  name: FrameworkName;
  urls: string[];
  /** Its own processes, without backing services. */
  processes: ProcessRole[];
  /** API keys, distributed over the connections. */
  keys: string[];
  /** A session token. */
  session: string;
  /** Active listings. */
  storedListings: StoredListing[];
  stop(): Promise<void>;
}

/** What all frameworks of a run share. */
export interface Environment {
  backingServiceUrls: Readonly<Record<"MONGO_URL" | "ELASTICSEARCH_URL" | "REDIS_URL" | "NATS_URL", string>>;
  /** In the format of Plat's setting RATE_LIMITS; the same for all frameworks. */
  rateLimits: string;
  /** Suffix of database and index names that separates the parts of a run. */
  suffix: string;
  keys: number;
  listings: number;
  onProgress: (line: string) => void;
}
