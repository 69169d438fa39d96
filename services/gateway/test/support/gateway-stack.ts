import { sendRequest, type Plat, startPlat } from "@plat/testkit";
import { type FakeServices, startFakeServices } from "./fake-services.ts";

export interface Account {
  organizationId: string;
  userId: string;
  email: string;
  token: string;
}
export interface Key {
  id: string;
  key: string;
}

export interface GatewayStack {
  plat: Plat;
  services: FakeServices;
  url: string;
  /** Every credential that was issued, for the search in logs and files. */
  secrets: string[];
  signUp(): Promise<Account>;
  createKey(account: Account, body?: Record<string, unknown>): Promise<Key>;
  revoke(account: Account, id: string): Promise<void>;
  listKeys(account: Account): Promise<{ id: string; usageCount: number; status: string; lastUsedAt: string | null }[]>;
  stop(): Promise<void>;
}

export const password = "correct horse battery";
let accounts = 0;

/** Starts the keys service and the gateway as processes with real backing services. The other services are fakes. */
export async function startGatewayStack(env: Record<string, string> = {}): Promise<GatewayStack> {
  const plat = await startPlat({
    backingServices: ["mongo", "redis", "nats"],
    services: ["keys", "gateway"],
    // A loaded machine is slow, and these suites do not test timeouts.
    env: { all: { REDIS_TIMEOUT_MS: "5000", LOG_LEVEL: "debug", ...env } },
  });
  const { url } = plat;
  const secrets: string[] = [];
  const services = await startFakeServices(plat.backingServices.url("nats"));
  const expectStatus = (status: number, response: { status: number; body: unknown }): unknown => {
    if (response.status !== status) throw new Error(`${response.status} ${JSON.stringify(response.body)}`);
    return response.body;
  };
  return {
    plat,
    services,
    url,
    secrets,
    async signUp() {
      const email = `user${accounts++}.${process.pid}@plat.example`;
      const response = await sendRequest(url, "/auth/sign-up", { body: { organizationName: "Acme", email, password } });
      const { token, user, organization } = expectStatus(201, response) as {
        token: string;
        user: { id: string };
        organization: { id: string };
      };
      secrets.push(token);
      return { token, email, userId: user.id, organizationId: organization.id };
    },
    async createKey({ token }, body = {}) {
      const response = await sendRequest(url, "/api-keys", { token, body: { name: "test", ...body } });
      const key = expectStatus(201, response) as Key;
      secrets.push(key.key);
      return key;
    },
    async revoke({ token }, id) {
      expectStatus(200, await sendRequest(url, `/api-keys/${id}`, { token, method: "DELETE" }));
    },
    async listKeys({ token }) {
      return expectStatus(200, await sendRequest(url, "/api-keys", { token })) as never;
    },
    async stop() {
      await services.close();
      await plat.stop();
    },
  };
}
