import type { ProcessRole } from "../processes.ts";

export const contestantNames = ["plat", "nest", "moleculer", "express", "bare", "engine", "driver"] as const;
export type ContestantName = (typeof contestantNames)[number];

export const titles: Readonly<Record<ContestantName, string>> = {
  plat: "Plat",
  nest: "NestJS",
  moleculer: "moleculer",
  express: "Express, one process",
  bare: "bare node:http",
  engine: "Elasticsearch alone",
  driver: "driver's insertMany alone",
};

/** A listing that a contestant holds, as far as requests need it. */
export interface Held {
  id: string;
  propertyType: string;
  propertyCategory: string;
  address: { city: string | null; community: string | null };
  bedrooms: number | null;
  price: number | null;
}

/** Something that answers HTTP and is measured. */
export interface Contestant {
  name: ContestantName;
  urls: string[];
  /** Its own processes; engines are not among them. */
  processes: ProcessRole[];
  /** API keys; connections are spread over them. */
  keys: string[];
  /** A session token. */
  session: string;
  /** Active listings. */
  held: Held[];
  stop(): Promise<void>;
}

/** What all contestants of a run share. */
export interface Ground {
  engineUrls: Readonly<Record<"MONGO_URL" | "ELASTICSEARCH_URL" | "REDIS_URL" | "NATS_URL", string>>;
  /** As Plat reads them; the others have the same. */
  rateLimits: string;
  /** Sets names of databases and indexes of this part of the run apart. */
  suffix: string;
  keys: number;
  listings: number;
  onProgress: (line: string) => void;
}
