import { setTimeout } from "node:timers/promises";
import { demoListings } from "./listings.ts";
import { type Api, expectOk } from "./api.ts";

/** Sign-in of the demo organization, which exists only on a machine that runs `npm start`. */
export const demoUser = { email: "demo@plat.example", password: "plat-demo-2026" };
const listingCount = 360;

export interface SeedOptions {
  /** A gateway without rate limits. */
  api: Api;
  /** Base URL that clients use. */
  publicUrl: string;
  now: Date;
  onProgress: (line: string) => void;
}

const agentNames = ["Amara Okafor", "Tom Hughes", "Lucía Ferrer", "Jonas Becker", "Priya Nair", "Grace Whitfield"];

/** Creates the demo data once. Every write is idempotent, so the next start completes an interrupted one. */
export async function seedDemo({ api, publicUrl, now, onProgress }: SeedOptions): Promise<void> {
  const session = await signInOrUp(api);
  const counts = await expectOk(api.get("/properties/stats/counts", session));
  if (typeof counts["total"] === "number" && counts["total"] >= listingCount) return;
  onProgress(`seeding a demo organization with ${listingCount} listings`);
  await expectOk(
    api.patch("/organization", session, {
      branding: {
        displayName: "Harbour & Vale",
        logoUrl: `${publicUrl}/demo/0.svg`,
        primaryColor: "#1F5A6B",
        website: "https://harbour-and-vale.example",
        phone: "+44 117 496 0000",
      },
    }),
  );
  const agentIds = await seedAgents(api, session, publicUrl);
  const items = demoListings({ count: listingCount, now, agentIds, baseUrl: publicUrl });
  const stored = await expectOk(api.post("/properties/batch", session, { mode: "upsert", items }, "demo-listings"));
  const rows = stored["data"] as { index: number; status: number; id: string | null; detail?: string }[];
  const rejected = rows.filter((row) => row.status >= 400);
  if (rejected.length > 0) throw new Error(`demo listings were rejected: ${JSON.stringify(rejected.slice(0, 3))}`);
  const advertised = rows.filter((row) => row.index % 9 === 0);
  onProgress(`${rows.length} listings stored, adding ${advertised.length} ads`);
  const createAds = async (): Promise<void> => {
    for (let row = advertised.shift(); row !== undefined; row = advertised.shift()) {
      const { id, index } = row;
      const ad = {
        status: index % 4 === 0 ? "paused" : "active",
        headline: `See it this week: ${items[index]?.title ?? "a new listing"}`,
        body: "Book a viewing online.",
        imageUrl: `${publicUrl}/demo/${index % 24}.svg`,
        targetUrl: "https://harbour-and-vale.example/viewings",
        platform: index % 2 === 0 ? "instagram" : "portal",
      };
      await expectOk(api.post(`/properties/${id}/ads`, session, ad, `demo-ad-${index}`));
    }
  };
  await Promise.all(Array.from({ length: 4 }, createAds));
  onProgress("waiting until search returns them");
  await untilSearchable(api, session);
}

async function signInOrUp(api: Api): Promise<string> {
  const signedIn = await api.post("/auth/sign-in", undefined, demoUser);
  if (signedIn.status === 200) return String(signedIn.body["token"]);
  const signedUp = await expectOk(
    api.post("/auth/sign-up", undefined, { organizationName: "Harbour & Vale", ...demoUser }),
  );
  return String(signedUp["token"]);
}

async function seedAgents(api: Api, session: string, publicUrl: string): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, name] of agentNames.entries()) {
    const agent = {
      name,
      email: `${name
        .split(" ")[0]
        ?.toLowerCase()
        .normalize("NFD")
        .replaceAll(/[^a-z]/g, "")}@harbour-and-vale.example`,
      phone: `+44 117 496 01${String(index).padStart(2, "0")}`,
      photoUrl: `${publicUrl}/demo/${index}.svg`,
      licenseNumber: `HV-${1000 + index}`,
      languages: index % 2 === 0 ? ["en", "es"] : ["en", "de"],
    };
    const agentCreated = await expectOk(api.post("/agents", session, agent, `demo-agent-${index}`));
    ids.push(String(agentCreated["id"]));
  }
  return ids;
}

/** A query that has hits once the demo listings are indexed and their places are known. */
export const sampleQuery = "2 bed apartment in Valencia under 400k with a terrace";
const searchableTimeoutMs = 30_000;

/** Waits until the sample query has hits, or the timeout passes. */
async function untilSearchable(api: Api, session: string): Promise<void> {
  const deadline = performance.now() + searchableTimeoutMs;
  while (performance.now() < deadline) {
    const { status, body } = await api.post("/properties/search", session, { query: sampleQuery, limit: 1 });
    const found = status === 200 ? (body["total"] as { value: number }).value : 0;
    if (found > 0) return;
    await setTimeout(250);
  }
}

/** Creates a key to try the API with, and revokes the one of the previous start. */
export async function createSampleKey(api: Api): Promise<string> {
  const session = await signInOrUp(api);
  const keys = (await expectOk(api.get("/api-keys", session))) as unknown as {
    id: string;
    name: string;
    status: string;
  }[];
  for (const key of keys) {
    if (key.name === "sample" && key.status === "active") await expectOk(api.remove(`/api-keys/${key.id}`, session));
  }
  const created = await expectOk(api.post("/api-keys", session, { name: "sample" }));
  return String(created["key"]);
}
