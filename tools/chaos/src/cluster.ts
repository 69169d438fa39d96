import { type BackingServiceName, type BackingServices, urlVariables } from "@plat/backing-services";
import { type ServiceName, type ServiceProcess, serviceNames, startService } from "@plat/dev";
import { createWriteStream } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type Client, clientAt, expectOk, bodyOf } from "./client.ts";
import { type Link, startLink } from "./proxy.ts";

export type LinkName = `${ServiceName}-${BackingServiceName}`;

/** All connections from services to backing services. */
export const linkNames: readonly LinkName[] = [
  "gateway-redis",
  "gateway-nats",
  "keys-mongo",
  "keys-redis",
  "keys-nats",
  "listings-mongo",
  "listings-nats",
  "search-elasticsearch",
  "search-nats",
];

export interface ClusterOptions {
  backingServices: BackingServices;
  /** Separates the data of one scenario from that of another. */
  name: string;
  /** Checkout whose services run. */
  root: string;
  logDir: string;
  replicas: Record<ServiceName, number>;
  /** Links to route through a proxy. */
  links?: readonly LinkName[];
  env?: Record<string, string>;
}

/** One replica of a service. Its process changes with each restart. */
export interface Replica {
  name: ServiceName;
  /** Such as `listings 2`. */
  label: string;
  /** URL of the HTTP interface, stable across restarts; empty except for gateways. */
  url: string;
  opsUrl: string;
  process: ServiceProcess;
  /** Whether the replica is stopped intentionally. */
  isDown: boolean;
  kill(): Promise<void>;
  /** Starts it again with the same ports. */
  start(): Promise<void>;
}

export interface Cluster {
  backingServices: BackingServices;
  replicaList: Replica[];
  gateways: Replica[];
  links: Map<LinkName, Link>;
  /** Settings that connect tools to this cluster. */
  env: Record<string, string>;
  /** Processes that exited unexpectedly. */
  unexpectedExits: string[];
  /** Waits until every replica is ready. @returns the time in milliseconds. @throws Error after `timeoutMs` (90 s) */
  untilReady(timeoutMs?: number): Promise<number>;
  stop(): Promise<void>;
}

/** Starts the services as processes on running backing services. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { backingServices, replicas, name } = options;
  const links = new Map<LinkName, Link>();
  const replicaList: Replica[] = [];
  const unexpectedExits: string[] = [];
  const stop = async (): Promise<void> => {
    const gateways = replicaList.filter((replica) => replica.name === "gateway");
    for (const replica of replicaList) replica.isDown = true;
    await Promise.all(gateways.map(({ process }) => process.stop()));
    await Promise.all(replicaList.map(({ process }) => process.stop()));
    await Promise.all([...links.values()].map((link) => link.close()));
  };
  const common = {
    ...backingServices.urls,
    ELASTICSEARCH_INDEX: name.toLowerCase(),
    REDIS_PREFIX: `${name}:`,
    RATE_LIMITS: "off",
    KEY_LIMIT: "1000",
    HOST: "127.0.0.1",
    OPS_HOST: "127.0.0.1",
    // The reconciler is off, so that the index can only be correct because of change notifications and the sweeper.
    RECONCILE_INTERVAL_MS: "0",
    ...options.env,
  };
  try {
    for (const link of options.links ?? []) {
      const service = link.slice(link.indexOf("-") + 1) as BackingServiceName;
      links.set(link, await startLink(backingServices[service].url));
    }
    for (const service of serviceNames)
      await Promise.all(
        Array.from({ length: replicas[service] }, async (_, at) => {
          const linked = [...links].flatMap(([link, { url }]) =>
            link.startsWith(`${service}-`)
              ? [[urlVariables[link.slice(service.length + 1) as BackingServiceName], url] as const]
              : [],
          );
          const [port, opsPort] = [await freePort(), await freePort()];
          const env = {
            ...common,
            ...Object.fromEntries(linked),
            MONGO_DATABASE: `${name}_${service}`,
            PORT: String(port),
            OPS_PORT: String(opsPort),
          };
          replicaList.push(await startReplica(service, at + 1, env, options, unexpectedExits));
        }),
      );
  } catch (error) {
    await stop();
    throw error;
  }
  const gateways = replicaList.filter((replica) => replica.name === "gateway");
  return {
    backingServices,
    replicaList,
    gateways,
    links,
    env: common,
    unexpectedExits,
    stop,
    async untilReady(timeoutMs = 90_000) {
      const began = performance.now();
      for (;;) {
        const states = await Promise.all(replicaList.map(notReady));
        const waiting = states.flatMap((each) => each ?? []);
        if (waiting.length === 0) return performance.now() - began;
        if (performance.now() - began > timeoutMs)
          throw new Error(`not ready after ${timeoutMs / 1000} s: ${waiting.join(", ")}`);
        await setTimeout(50);
      }
    },
  };
}

async function startReplica(
  name: ServiceName,
  at: number,
  env: Record<string, string>,
  { root, logDir, name: cluster }: ClusterOptions,
  unexpectedExits: string[],
): Promise<Replica> {
  const label = `${name} ${at}`;
  const log = createWriteStream(join(logDir, `${cluster}-${name}-${at}.log`), { flags: "a" });
  const launch = async (): Promise<ServiceProcess> => {
    const started = await startService(name, { env, root, onLine: (line) => log.write(`${line}\n`) });
    void started.exited.then(({ code, signal }) => {
      if (!replica.isDown && replica.process === started)
        unexpectedExits.push(`${label} ended (${signal ?? `exit code ${code}`})`);
    });
    return started;
  };
  const replica: Replica = {
    name,
    label,
    url: "",
    opsUrl: `http://127.0.0.1:${env["OPS_PORT"]}`,
    isDown: false,
    process: undefined as never,
    async kill() {
      replica.isDown = true;
      await replica.process.kill();
    },
    async start() {
      replica.process = await launch();
      replica.isDown = false;
    },
  };
  replica.process = await launch();
  replica.url = replica.process.url ?? "";
  return replica;
}

async function notReady({ label, opsUrl }: Replica): Promise<string | undefined> {
  try {
    const response = await fetch(`${opsUrl}/readyz`, { signal: AbortSignal.timeout(3_000) });
    const { away: unavailable } = (await response.json()) as { away: string[] };
    // A gateway is ready while dependencies are unavailable, and lists them.
    return response.status === 200 && unavailable.length === 0
      ? undefined
      : `${label}: unavailable: ${unavailable.join(" and ")}`;
  } catch {
    return `${label} does not respond`;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

export interface Account {
  token: string;
  /** An API key of the organization. */
  key: string;
  createKey: (name: string) => Promise<{ id: string; key: string }>;
}

/** Signs up an organization, creates a key, and opens a client per gateway. */
export async function openAccount(cluster: Cluster): Promise<{ account: Account; clients: Client[] }> {
  const clients = cluster.gateways.map(({ url }) => clientAt(url));
  const [first] = clients;
  if (first === undefined) throw new Error("the cluster has no gateway");
  const email = `chaos-${process.pid}-${Date.now()}@example.com`;
  const body = { organizationName: "Chaos", email, password: crypto.randomUUID() };
  const signedUp = await expectOk(first.send("/auth/sign-up", { body }), "signing up");
  const token = String(bodyOf(signedUp)["token"]);
  const createKey = async (name: string): Promise<{ id: string; key: string }> => {
    const created = await expectOk(first.send("/api-keys", { credential: token, body: { name } }), "creating a key");
    return { id: String(bodyOf(created)["id"]), key: String(bodyOf(created)["key"]) };
  };
  return { account: { token, key: (await createKey("first")).key, createKey }, clients };
}
