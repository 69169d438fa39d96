import { provision } from "@plat/backing-services";
import { eventually } from "@plat/testkit";
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { natsPasswords, natsFile } from "./nats-users.ts";
import { freePorts } from "./free-ports.ts";

const run = promisify(execFile);
const routePassword = "password-of-routes";

interface ClusterMember {
  name: string;
  url: string;
  /** A monitoring endpoint of the server: `varz`, `routez`, `jsz`. */
  look: (page: string) => Promise<Record<string, unknown>>;
  /** Sends SIGKILL and waits for the exit. */
  kill(): Promise<void>;
}

export interface NatsCluster {
  members: ClusterMember[];
  /** The URLs of all servers, comma-separated, as services receive them. */
  url: string;
  stop(): Promise<void>;
}

async function natsServer(): Promise<string> {
  const { nats } = await provision(["nats"]);
  if (nats === undefined) throw new Error("NATS is not installed");
  return nats.command;
}

interface Place {
  folder: string;
  ports: { client: number; monitor: number; route: number };
}

/** deploy/nats with the addresses of one of several servers on one machine; nothing else is changed. */
async function place({ folder, ports }: Place): Promise<string> {
  await cp(dirname(natsFile("nats.conf")), folder, { recursive: true });
  const change = async (name: string, changes: Record<string, string>): Promise<void> => {
    let text = await readFile(join(folder, name), "utf8");
    for (const [from, to] of Object.entries(changes)) {
      if (!text.includes(from)) throw new Error(`${name} has no ${from}`);
      text = text.replace(from, to);
    }
    await writeFile(join(folder, name), text);
  };
  await change("nats.conf", {
    "0.0.0.0:4222": `127.0.0.1:${ports.client}`,
    "0.0.0.0:8222": `127.0.0.1:${ports.monitor}`,
    "/data/jetstream": join(folder, "data"),
  });
  await change("cluster.conf", { "0.0.0.0:6222": `127.0.0.1:${ports.route}` });
  return join(folder, "cluster.conf");
}

function environment(name: string, routes: readonly number[]): NodeJS.ProcessEnv {
  const hosts = routes.map((port) => `nats://route:${routePassword}@127.0.0.1:${port}`);
  return {
    PATH: process.env["PATH"],
    ...natsPasswords,
    NATS_SERVER_NAME: name,
    NATS_ROUTE_PASSWORD: routePassword,
    NATS_ROUTES: `[${hosts.join(", ")}]`,
  };
}

/** Output of `nats-server -t` for deploy/nats/cluster.conf. @throws Error with it if the configuration is invalid */
export async function checkClusterConf(change: NodeJS.ProcessEnv = {}): Promise<string> {
  const env = { ...environment("nats-0", [6222, 6223, 6224]), ...change };
  const { stdout, stderr } = await run(await natsServer(), ["-t", "-c", natsFile("cluster.conf")], { env });
  return stdout + stderr;
}

/** Three servers with deploy/nats/cluster.conf; waits until they are connected and JetStream has a leader. */
export async function startNatsCluster(folder: string): Promise<NatsCluster> {
  const program = await natsServer();
  const ports = await freePorts(9);
  const routes = ports.slice(6);
  const children: ChildProcess[] = [];
  const stop = async (): Promise<void> => {
    for (const child of children) await end(child, "SIGTERM");
  };
  const start = async (at: number): Promise<ClusterMember> => {
    const own = { client: ports[at] ?? 0, monitor: ports[at + 3] ?? 0, route: routes[at] ?? 0 };
    const name = `nats-${at}`;
    await mkdir(join(folder, name), { recursive: true });
    const file = await place({ folder: join(folder, name), ports: own });
    const env = environment(name, routes);
    const child = spawn(program, ["-c", file, "-l", join(folder, `${name}.log`)], { env, stdio: "ignore" });
    children.push(child);
    return {
      name,
      url: `nats://127.0.0.1:${own.client}`,
      look: async (page) => {
        const answer = await fetch(`http://127.0.0.1:${own.monitor}/${page}`, { signal: AbortSignal.timeout(2_000) });
        return (await answer.json()) as Record<string, unknown>;
      },
      kill: () => end(child, "SIGKILL"),
    };
  };
  try {
    const members = [await start(0), await start(1), await start(2)];
    const isWhole = async ({ name, look }: ClusterMember): Promise<void> => {
      const { meta_cluster: meta } = (await look("jsz")) as {
        meta_cluster?: { leader?: string; cluster_size?: number };
      };
      if (meta?.cluster_size !== 3 || (meta.leader ?? "") === "") throw new Error(`${name}: ${JSON.stringify(meta)}`);
    };
    await eventually(() => Promise.all(members.map(isWhole)), { timeoutMs: 120_000 });
    return { members, url: members.map(({ url }) => url).join(","), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
}
