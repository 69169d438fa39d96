import { startBackingServices } from "@plat/backing-services";
import { startService } from "@plat/dev";
import { eventually, type Plat, provideTestEnvironment, row, rows, sendRequest, startPlat } from "@plat/testkit";
import { sampleListings } from "./listings.ts";

/** An organization with its credentials. */
export interface Tenant {
  organizationId: string;
  /** A session token. */
  token: string;
  key: string;
  email: string;
  password: string;
}

/** The system under test. */
export interface Target {
  url: string;
  host: string;
  port: number;
  /** Creates another organization. */
  tenant(name: string): Promise<Tenant>;
  /** Stores sample listings and waits until search returns them. @returns their ids */
  fill(tenant: Tenant, count: number): Promise<string[]>;
  /** Creates further API keys of a tenant. */
  keys(tenant: Tenant, count: number): Promise<string[]>;
  /** All log lines of the services. */
  log: readonly string[];
  pid(service: "gateway" | "listings" | "search" | "keys"): number;
  stop(): Promise<void>;
}

/** Quotas are enforced, so that their code runs for each request, but are too high to be reached. */
const settings = {
  RATE_LIMITS: "1000000/1m,5000000/10m,10000000/1h",
  MANAGEMENT_LIMITS: "1000000/1m",
  FAILED_AUTH_LIMITS: "1000000/1m",
};
const batchRows = 500;

/** Starts services and backing services on free ports. `stop` removes everything. */
export async function startTarget(onProgress: (line: string) => void): Promise<Target> {
  onProgress("starting Plat");
  provideTestEnvironment({ startBackingServices, startService });
  const env = { all: settings, gateway: { CORS_ORIGINS: "https://app.example" } };
  const plat = await startPlat({ useProductionTimeouts: true, env });
  onProgress(`Plat is listening at ${plat.url}`);
  const { hostname, port } = new URL(plat.url);
  return {
    url: plat.url,
    host: hostname,
    port: Number(port),
    tenant: (name) => signUp(plat, name),
    fill: (tenant, count) => fill(plat, tenant, count),
    keys: (tenant, count) =>
      Promise.all(Array.from({ length: count }, (_, index) => createKey(plat, tenant.token, index))),
    log: plat.log,
    pid: (service) => plat.service(service).pid,
    stop: () => plat.stop(),
  };
}

async function signUp(plat: Plat, organizationName: string): Promise<Tenant> {
  const email = `${crypto.randomUUID()}@fuzz.example`;
  const password = crypto.randomUUID();
  const response = await sendRequest(plat.url, "/auth/sign-up", { body: { organizationName, email, password } });
  if (response.status !== 201) throw new Error(`sign-up got status ${response.status}`);
  const token = String(row(response)["token"]);
  const organization = row(response)["organization"] as { id: string };
  return { organizationId: organization.id, token, key: await createKey(plat, token, 0), email, password };
}

async function createKey(plat: Plat, token: string, index: number): Promise<string> {
  const response = await sendRequest(plat.url, "/api-keys", { token, body: { name: `fuzz ${index}` } });
  if (response.status !== 201) throw new Error(`the creation of a key got status ${response.status}`);
  return String(row(response)["key"]);
}

async function fill(plat: Plat, { token }: Tenant, count: number): Promise<string[]> {
  const ids: string[] = [];
  const items = sampleListings(count);
  for (let from = 0; from < items.length; from += batchRows) {
    const body = { mode: "create", items: items.slice(from, from + batchRows) };
    const response = await sendRequest(plat.url, "/properties/batch", { token, body });
    for (const { status, id } of rows(response)) {
      if (status !== 201) throw new Error(`the creation of a listing got status ${String(status)}`);
      ids.push(String(id));
    }
  }
  await eventually(
    async () => {
      const response = await sendRequest(plat.url, "/properties/aggregations?filterByOrganization=true", { token });
      const found = row(response)["totalProperties"];
      if (found !== ids.length) throw new Error(`search returns ${String(found)} of ${ids.length} sample listings`);
    },
    { timeoutMs: 120_000 },
  );
  return ids;
}
