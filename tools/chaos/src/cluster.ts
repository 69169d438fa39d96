import { type BackingServiceName, type BackingServices, urlVariables } from "@plat/backing-services";
import { type ServiceName, type ServiceProcess, serviceNames, startService } from "@plat/dev";
import { createWriteStream } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type Client, clientAt, expectOk, rowOf } from "./client.ts";
import { type Link, linkTo } from "./proxy.ts";

export type LinkName = `${ServiceName}-${BackingServiceName}`;

/** All that services need of engines. */
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

export interface WorldOptions {
  backingServices: BackingServices;
  /** Tells the data of one round from another's. */
  name: string;
  /** Checkout whose services run. */
  root: string;
  logDir: string;
  replicas: Record<ServiceName, number>;
  /** Links that can be disturbed. */
  links?: readonly LinkName[];
  env?: Record<string, string>;
}

/** One replica of a service, whichever process it is at the moment. */
export interface Member {
  name: ServiceName;
  /** Such as `listings 2`. */
  label: string;
  /** Of the HTTP interface; empty but for gateways. The same after a restart. */
  url: string;
  opsUrl: string;
  process: ServiceProcess;
  /** Whether it ends on purpose at the moment. */
  isDown: boolean;
  kill(): Promise<void>;
  /** Starts it again at the same addresses. */
  start(): Promise<void>;
}

export interface World {
  backingServices: BackingServices;
  members: Member[];
  gateways: Member[];
  links: Map<LinkName, Link>;
  /** Settings by which tools find this world. */
  env: Record<string, string>;
  /** Processes that ended without being asked to. */
  deaths: string[];
  /** Waits until every member says that it is ready. @returns milliseconds it took */
  healthy(timeoutMs?: number): Promise<number>;
  stop(): Promise<void>;
}

/** Starts services as processes on engines that run already. */
export async function startWorld(options: WorldOptions): Promise<World> {
  const { backingServices, replicas, name } = options;
  const links = new Map<LinkName, Link>();
  const members: Member[] = [];
  const deaths: string[] = [];
  const stop = async (): Promise<void> => {
    const gateways = members.filter((member) => member.name === "gateway");
    for (const member of members) member.isDown = true;
    await Promise.all(gateways.map(({ process }) => process.stop()));
    await Promise.all(members.map(({ process }) => process.stop()));
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
    // The comparison that also repairs is off: what is found equal in the end is so by doorbells and sweeper.
    RECONCILE_INTERVAL_MS: "0",
    ...options.env,
  };
  try {
    for (const link of options.links ?? []) {
      const engine = link.slice(link.indexOf("-") + 1) as BackingServiceName;
      links.set(link, await linkTo(backingServices[engine].url));
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
          members.push(await startMember(service, at + 1, env, options, deaths));
        }),
      );
  } catch (error) {
    await stop();
    throw error;
  }
  const gateways = members.filter((member) => member.name === "gateway");
  return {
    backingServices,
    members,
    gateways,
    links,
    env: common,
    deaths,
    stop,
    async healthy(timeoutMs = 90_000) {
      const began = performance.now();
      for (;;) {
        const away = await Promise.all(members.map(notReady));
        const waiting = away.flatMap((each) => each ?? []);
        if (waiting.length === 0) return performance.now() - began;
        if (performance.now() - began > timeoutMs)
          throw new Error(`not healthy after ${timeoutMs / 1000} s: ${waiting.join(", ")}`);
        await setTimeout(50);
      }
    },
  };
}

async function startMember(
  name: ServiceName,
  at: number,
  env: Record<string, string>,
  { root, logDir, name: world }: WorldOptions,
  deaths: string[],
): Promise<Member> {
  const label = `${name} ${at}`;
  const log = createWriteStream(join(logDir, `${world}-${name}-${at}.log`), { flags: "a" });
  const launch = async (): Promise<ServiceProcess> => {
    const started = await startService(name, { env, root, onLine: (line) => log.write(`${line}\n`) });
    void started.exited.then(({ code, signal }) => {
      if (!member.isDown && member.process === started)
        deaths.push(`${label} ended (${signal ?? `exit code ${code}`})`);
    });
    return started;
  };
  const member: Member = {
    name,
    label,
    url: "",
    opsUrl: `http://127.0.0.1:${env["OPS_PORT"]}`,
    isDown: false,
    process: undefined as never,
    async kill() {
      member.isDown = true;
      await member.process.kill();
    },
    async start() {
      member.process = await launch();
      member.isDown = false;
    },
  };
  member.process = await launch();
  member.url = member.process.url ?? "";
  return member;
}

async function notReady({ label, opsUrl }: Member): Promise<string | undefined> {
  try {
    const response = await fetch(`${opsUrl}/readyz`, { signal: AbortSignal.timeout(3_000) });
    const { away } = (await response.json()) as { away: string[] };
    // A gateway is ready without what it needs, and names it.
    return response.status === 200 && away.length === 0 ? undefined : `${label} lacks ${away.join(" and ")}`;
  } catch {
    return `${label} does not answer`;
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
  /** A key of the organization. */
  key: string;
  createKey: (name: string) => Promise<{ id: string; key: string }>;
}

/** An organization with a key, and a client at each gateway. */
export async function openAccount(world: World): Promise<{ account: Account; clients: Client[] }> {
  const clients = world.gateways.map(({ url }) => clientAt(url));
  const [first] = clients;
  if (first === undefined) throw new Error("there is no gateway");
  const email = `faults-${process.pid}-${Date.now()}@example.com`;
  const body = { organizationName: "Faults", email, password: crypto.randomUUID() };
  const signedUp = await expectOk(first.send("/auth/sign-up", { body }), "signing up");
  const token = String(rowOf(signedUp)["token"]);
  const createKey = async (name: string): Promise<{ id: string; key: string }> => {
    const made = await expectOk(first.send("/api-keys", { credential: token, body: { name } }), "creating a key");
    return { id: String(rowOf(made)["id"]), key: String(rowOf(made)["key"]) };
  };
  return { account: { token, key: (await createKey("first")).key, createKey }, clients };
}
