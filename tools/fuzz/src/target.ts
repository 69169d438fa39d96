import { sendRequest, eventually, type Plat, row, rows, startPlat } from "@plat/testkit";
import { sampleListings } from "./listings.ts";

/** An organization with what requests need of it. */
export interface Tenant {
  organizationId: string;
  /** A session's token. */
  token: string;
  key: string;
  email: string;
  password: string;
}

/** A Plat started for the purpose. */
export interface Target {
  url: string;
  host: string;
  port: number;
  /** Makes another organization. */
  tenant(name: string): Promise<Tenant>;
  /** Puts sample listings in, and waits until search shows them; gives the ids. */
  fill(tenant: Tenant, count: number): Promise<string[]>;
  /** Further API keys of a tenant. */
  keys(tenant: Tenant, count: number): Promise<string[]>;
  /** All that the services have logged. */
  log: readonly string[];
  pid(service: "gateway" | "listings" | "search" | "keys"): number;
  stop(): Promise<void>;
}

/** Quotas stay in force, so that their part of each request is exercised too, but nobody reaches them. */
const settings = {
  RATE_LIMITS: "1000000/1m,5000000/10m,10000000/1h",
  MANAGEMENT_LIMITS: "1000000/1m",
  FAILED_AUTH_LIMITS: "1000000/1m",
};
const batchRows = 500;

/** BackingServices and services of their own, on free ports; everything is gone after `stop`. */
export async function startTarget(onProgress: (line: string) => void): Promise<Target> {
  onProgress("starting Plat");
  const env = { all: settings, gateway: { CORS_ORIGINS: "https://app.example" } };
  const plat = await startPlat({ useProductionTimeouts: true, env });
  onProgress(`Plat answers at ${plat.url}`);
  const { hostname, port } = new URL(plat.url);
  return {
    url: plat.url,
    host: hostname,
    port: Number(port),
    tenant: (name) => signUp(plat, name),
    fill: (tenant, count) => fill(plat, tenant, count),
    keys: (tenant, count) =>
      Promise.all(Array.from({ length: count }, (_, index) => makeKey(plat, tenant.token, index))),
    log: plat.log,
    pid: (service) => plat.service(service).pid,
    stop: () => plat.stop(),
  };
}

async function signUp(plat: Plat, organizationName: string): Promise<Tenant> {
  const email = `${crypto.randomUUID()}@fuzz.example`;
  const password = crypto.randomUUID();
  const answer = await sendRequest(plat.url, "/auth/sign-up", { body: { organizationName, email, password } });
  if (answer.status !== 201) throw new Error(`sign-up was answered with ${answer.status}`);
  const token = String(row(answer)["token"]);
  const organization = row(answer)["organization"] as { id: string };
  return { organizationId: organization.id, token, key: await makeKey(plat, token, 0), email, password };
}

async function makeKey(plat: Plat, token: string, index: number): Promise<string> {
  const answer = await sendRequest(plat.url, "/api-keys", { token, body: { name: `fuzz ${index}` } });
  if (answer.status !== 201) throw new Error(`a key was answered with ${answer.status}`);
  return String(row(answer)["key"]);
}

async function fill(plat: Plat, { token }: Tenant, count: number): Promise<string[]> {
  const ids: string[] = [];
  const items = sampleListings(count);
  for (let from = 0; from < items.length; from += batchRows) {
    const body = { mode: "create", items: items.slice(from, from + batchRows) };
    const answer = await sendRequest(plat.url, "/properties/batch", { token, body });
    for (const { status, id } of rows(answer)) {
      if (status !== 201) throw new Error(`a listing was answered with ${String(status)}`);
      ids.push(String(id));
    }
  }
  await eventually(
    async () => {
      const answer = await sendRequest(plat.url, "/properties/aggregations?filterByOrganization=true", { token });
      const found = row(answer)["totalProperties"];
      if (found !== ids.length) throw new Error(`search shows ${String(found)} of ${ids.length} sample listings`);
    },
    { timeoutMs: 120_000, intervalMs: 250 },
  );
  return ids;
}
