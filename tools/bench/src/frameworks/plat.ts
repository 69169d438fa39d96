import { apiKeyOf, type PropertyCreate } from "@plat/contracts";
import { type ServiceName, type ServiceProcess, startService } from "@plat/dev";
import { fileURLToPath } from "node:url";
import { setTimeout } from "node:timers/promises";
import { sendRequest, expectOk } from "../http.ts";
import { makeListings } from "../listings.ts";
import { startProcess } from "../start-process.ts";
import type { Framework, Environment, StoredListing } from "./framework.ts";

export interface PlatOptions {
  /** Starts only keys and gateway, with a fixed responder instead of the listings service. */
  fixed: boolean;
  gateways: number;
  /** Folder for CPU profiles. */
  profile: string | undefined;
}

const batchRows = 500;

/** Starts Plat's services on the shared backing services, with an organization, its keys and its listings. */
export async function startPlat(
  environment: Environment,
  { fixed, gateways, profile }: PlatOptions,
): Promise<Framework> {
  const name = `bench_plat_${environment.suffix}`;
  const env = (service: ServiceName): Record<string, string> => ({
    ...environment.backingServiceUrls,
    NODE_ENV: "production",
    MONGO_DATABASE: `${name}_${service}`,
    ELASTICSEARCH_INDEX: name,
    REDIS_PREFIX: `${name}:`,
    RATE_LIMITS: environment.rateLimits,
    LOG_LEVEL: "warn",
    HOST: "127.0.0.1",
    PORT: "0",
    OPS_HOST: "127.0.0.1",
    OPS_PORT: "0",
    ...(profile === undefined
      ? {}
      : {
          NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profile} --cpu-prof-name=${environment.suffix}-${service}.cpuprofile`,
        }),
  });
  const running: Pick<ServiceProcess, "pid" | "stop">[] = [];
  const roles: Framework["processes"] = [];
  const start = async (service: ServiceName): Promise<ServiceProcess> => {
    // startService waits for the "ready" line, which has the level info.
    const started = await startService(service, { env: { ...env(service), LOG_LEVEL: "info" } });
    running.push(started);
    roles.push({ role: service, pid: started.pid });
    return started;
  };
  const stop = async (): Promise<void> => {
    await Promise.all(running.toReversed().map((each) => each.stop()));
  };
  try {
    await start("keys");
    if (fixed) {
      const responder = await startProcess(fileURLToPath(new URL("../responder.ts", import.meta.url)), {
        NATS_URL: environment.backingServiceUrls.NATS_URL,
      });
      running.push(responder);
      roles.push({ role: "responder", pid: responder.pid });
    } else {
      await start("listings");
      await start("search");
    }
    const urls: string[] = [];
    for (let count = 0; count < gateways; count++) urls.push((await start("gateway")).url ?? "");
    const [url = ""] = urls;
    const { session, keys } = await signUp(url, environment.keys);
    const storedListings = fixed ? [] : await seed(url, session, environment);
    return { name: "plat", urls, processes: roles, keys, session, storedListings, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function signUp(url: string, count: number): Promise<{ session: string; keys: string[] }> {
  const random = Buffer.from(crypto.getRandomValues(new Uint8Array(32)));
  const account = { organizationName: "Bench", email: `${random.toString("hex", 0, 8)}@bench.example` };
  const signedUp = await expectOk(
    sendRequest(url, "/auth/sign-up", { body: { ...account, password: apiKeyOf(random) } }),
  );
  const session = String(signedUp["token"]);
  const keys: string[] = [];
  for (let created = 0; created < count; created++) {
    const key = await expectOk(sendRequest(url, "/api-keys", { token: session, body: { name: `bench ${created}` } }));
    keys.push(String(key["key"]));
  }
  return { session, keys };
}

async function seed(url: string, session: string, { listings, onProgress }: Environment): Promise<StoredListing[]> {
  const storedListings: StoredListing[] = [];
  const send = async (items: PropertyCreate[]): Promise<void> => {
    const response = await sendWithRetries(url, session, { mode: "create", items });
    for (const { index, status, id } of response["data"] as { index: number; status: number; id: string | null }[]) {
      const item = items[index];
      if (item === undefined || id === null || status !== 201)
        throw new Error(`the creation of a listing got status ${status}`);
      if (item.status === "active") storedListings.push(storedListingOf(id, item));
    }
  };
  let items: PropertyCreate[] = [];
  let lastProgress = performance.now();
  for (const listing of makeListings(listings)) {
    items.push(listing);
    if (items.length === batchRows) await send(items.splice(0));
    if (performance.now() - lastProgress < progressIntervalMs) continue;
    lastProgress = performance.now();
    onProgress(`  ${storedListings.length} active listings stored (${listings} listings in total)`);
  }
  items = items.splice(0);
  if (items.length > 0) await send(items);
  onProgress(`Plat has stored ${listings} listings; waiting for its index`);
  const deadline = performance.now() + 60_000 + listings * 5;
  for (;;) {
    const { totalProperties } = await expectOk(sendRequest(url, "/properties/aggregations", { token: session }));
    if (totalProperties === storedListings.length) return storedListings;
    if (performance.now() > deadline)
      throw new Error(`the index contains ${String(totalProperties)} of ${storedListings.length} active listings`);
    await setTimeout(250);
  }
}

const triesMax = 20;
const progressIntervalMs = 30_000;

/** Sends a batch with an Idempotency-Key and retries temporary errors, as a client should. */
async function sendWithRetries(url: string, session: string, body: object): Promise<Record<string, unknown>> {
  const headers = { "idempotency-key": crypto.randomUUID() };
  for (let tried = 1; ; tried++) {
    const response = await sendRequest(url, "/properties/batch", { token: session, headers, body });
    // 409: the previous attempt is still in progress.
    if (![409, 503, 504].includes(response.status) || tried === triesMax) return expectOk(Promise.resolve(response));
    await setTimeout(1_000 * Number(response.headers.get("retry-after") ?? 1));
  }
}

/** The fields of a listing that requests need. */
export const storedListingOf = (
  id: string,
  { propertyType, propertyCategory, address, bedrooms, price }: PropertyCreate,
): StoredListing => ({
  id,
  propertyType,
  propertyCategory,
  address: { city: address?.city ?? null, community: address?.community ?? null },
  bedrooms: bedrooms ?? null,
  price: price ?? null,
});
