import { apiKeyOf, type PropertyCreate } from "@plat/contracts";
import { type ServiceName, type ServiceProcess, startService } from "@plat/dev";
import { fileURLToPath } from "node:url";
import { setTimeout } from "node:timers/promises";
import { ask, expectOk } from "../http.ts";
import { makeListings } from "../listings.ts";
import { startProcess } from "../start-process.ts";
import type { Contestant, Ground, Held } from "./framework.ts";

export interface PlatOptions {
  /** Only keys and gateway, and a responder with a fixed answer in place of the listings service. */
  fixed: boolean;
  gateways: number;
  /** Folder for CPU profiles. */
  profile: string | undefined;
}

const batchRows = 500;

/** The real processes on the shared engines, with an organization, its keys and its listings. */
export async function startPlat(ground: Ground, { fixed, gateways, profile }: PlatOptions): Promise<Contestant> {
  const name = `bench_plat_${ground.suffix}`;
  const env = (service: ServiceName): Record<string, string> => ({
    ...ground.engineUrls,
    NODE_ENV: "production",
    MONGO_DATABASE: `${name}_${service}`,
    ELASTICSEARCH_INDEX: name,
    REDIS_PREFIX: `${name}:`,
    RATE_LIMITS: ground.rateLimits,
    LOG_LEVEL: "warn",
    HOST: "127.0.0.1",
    PORT: "0",
    OPS_HOST: "127.0.0.1",
    OPS_PORT: "0",
    ...(profile === undefined
      ? {}
      : {
          NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profile} --cpu-prof-name=${ground.suffix}-${service}.cpuprofile`,
        }),
  });
  const running: Pick<ServiceProcess, "pid" | "stop">[] = [];
  const roles: Contestant["processes"] = [];
  const start = async (service: ServiceName): Promise<ServiceProcess> => {
    // Its own "ready" line is of level info.
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
        NATS_URL: ground.engineUrls.NATS_URL,
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
    const { session, keys } = await signUp(url, ground.keys);
    const held = fixed ? [] : await seed(url, session, ground);
    return { name: "plat", urls, processes: roles, keys, session, held, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function signUp(url: string, count: number): Promise<{ session: string; keys: string[] }> {
  const random = Buffer.from(crypto.getRandomValues(new Uint8Array(32)));
  const account = { organizationName: "Bench", email: `${random.toString("hex", 0, 8)}@bench.example` };
  const signedUp = await expectOk(ask(url, "/auth/sign-up", { body: { ...account, password: apiKeyOf(random) } }));
  const session = String(signedUp["token"]);
  const keys: string[] = [];
  for (let made = 0; made < count; made++) {
    const key = await expectOk(ask(url, "/api-keys", { token: session, body: { name: `bench ${made}` } }));
    keys.push(String(key["key"]));
  }
  return { session, keys };
}

async function seed(url: string, session: string, { listings, onProgress }: Ground): Promise<Held[]> {
  const held: Held[] = [];
  const send = async (items: PropertyCreate[]): Promise<void> => {
    const answer = await patiently(url, session, { mode: "create", items });
    for (const { index, status, id } of answer["data"] as { index: number; status: number; id: string | null }[]) {
      const item = items[index];
      if (item === undefined || id === null || status !== 201) throw new Error(`a listing was answered with ${status}`);
      if (item.status === "active") held.push(heldOf(id, item));
    }
  };
  let items: PropertyCreate[] = [];
  let told = performance.now();
  for (const listing of makeListings(listings)) {
    items.push(listing);
    if (items.length === batchRows) await send(items.splice(0));
    if (performance.now() - told < tellEveryMs) continue;
    told = performance.now();
    onProgress(`  ${held.length} active listings stored, of ${listings} listings in all`);
  }
  items = items.splice(0);
  if (items.length > 0) await send(items);
  onProgress(`Plat has stored ${listings} listings; waiting for its index`);
  const deadline = performance.now() + 60_000 + listings * 5;
  for (;;) {
    const { totalProperties } = await expectOk(ask(url, "/properties/aggregations", { token: session }));
    if (totalProperties === held.length) return held;
    if (performance.now() > deadline)
      throw new Error(`the index holds ${String(totalProperties)} of ${held.length} active listings`);
    await setTimeout(250);
  }
}

const triesMax = 20;
const tellEveryMs = 30_000;

/** As a client should: a batch that is refused for the moment is sent again, and made once. */
async function patiently(url: string, session: string, body: object): Promise<Record<string, unknown>> {
  const headers = { "idempotency-key": crypto.randomUUID() };
  for (let tried = 1; ; tried++) {
    const answer = await ask(url, "/properties/batch", { token: session, headers, body });
    // 409: the request before it is still running.
    if (![409, 503, 504].includes(answer.status) || tried === triesMax) return expectOk(Promise.resolve(answer));
    await setTimeout(1_000 * Number(answer.headers.get("retry-after") ?? 1));
  }
}

/** What of a listing requests need. */
export const heldOf = (
  id: string,
  { propertyType, propertyCategory, address, bedrooms, price }: PropertyCreate,
): Held => ({
  id,
  propertyType,
  propertyCategory,
  address: { city: address?.city ?? null, community: address?.community ?? null },
  bedrooms: bedrooms ?? null,
  price: price ?? null,
});
