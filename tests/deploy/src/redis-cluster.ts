import { provision } from "@plat/backing-services";
import { eventually } from "@plat/testkit";
import { Redis } from "ioredis";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { freePorts } from "./free-ports.ts";

const slots = 16_384;

/** A server of a Redis Cluster with a third of the slots and no replica. */
export interface RedisNode {
  port: number;
  /** Whether this server owns the slot of the key. */
  holds(name: string): Promise<boolean>;
  /** Sends SIGKILL and waits for the exit. */
  kill(): Promise<void>;
  /** Starts it again on its data and waits until the cluster is complete. */
  start(): Promise<void>;
}

export interface RedisCluster {
  nodes: RedisNode[];
  /** The URLs of all servers, comma-separated, as services receive them. */
  url: string;
  stop(): Promise<void>;
}

/** Three servers that form a cluster, as with `redis-cli --cluster create`, with the persistence settings of deploy/. */
export async function startRedisCluster(folder: string): Promise<RedisCluster> {
  const { redis } = await provision(["redis"]);
  if (redis === undefined) throw new Error("Redis is not installed");
  const ports = await freePorts(6);
  const running = new Set<ChildProcess>();
  const members = Array.from({ length: 3 }, (_, at) => {
    const port = ports[at] ?? 0;
    const dir = join(folder, `redis-${at}`);
    const share: [from: number, to: number] = [Math.ceil((slots / 3) * at), Math.ceil((slots / 3) * (at + 1)) - 1];
    let child: ChildProcess | undefined;
    const ask = async <T>(question: (client: Redis) => Promise<T>): Promise<T> => {
      const client = new Redis(port, "127.0.0.1", { lazyConnect: true, retryStrategy: () => null });
      client.on("error", () => undefined);
      return question(client).finally(() => client.disconnect());
    };
    const launch = async (): Promise<void> => {
      await mkdir(dir, { recursive: true });
      const options = {
        port,
        bind: "127.0.0.1",
        dir,
        "cluster-enabled": "yes",
        "cluster-port": ports[at + 3],
        // Longer than a stall on a busy machine, after which the cluster would mark the server as failed.
        "cluster-node-timeout": 5_000,
        "cluster-require-full-coverage": "no",
        appendonly: "yes",
        save: "",
      };
      const given = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
      child = spawn(redis.command, [...redis.args, ...given], { cwd: dir, env: { ...redis.env }, stdio: "ignore" });
      running.add(child);
      await eventually(() => ask((client) => client.ping()));
    };
    const isWhole = (): Promise<void> =>
      ask(async (client) => {
        const state = await client.cluster("INFO");
        if (!state.includes("cluster_state:ok") || !state.includes(`cluster_slots_ok:${slots}`)) throw new Error(state);
      });
    const kill = async (signal: NodeJS.Signals): Promise<void> => {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      await once(child, "exit");
    };
    return { port, busPort: ports[at + 3] ?? 0, share, ask, launch, isWhole, kill };
  });
  const stop = async (): Promise<void> => {
    await Promise.all(members.map(({ kill }) => kill("SIGKILL")));
  };
  const whole = (): Promise<unknown> =>
    eventually(() => Promise.all(members.map(({ isWhole }) => isWhole())), { timeoutMs: 60_000 });
  try {
    await Promise.all(members.map(({ launch }) => launch()));
    for (const { ask, share } of members) await ask((client) => client.call("CLUSTER", "ADDSLOTSRANGE", ...share));
    for (const { ask } of members)
      for (const other of members)
        await ask((client) => client.call("CLUSTER", "MEET", "127.0.0.1", other.port, other.busPort));
    await whole();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: members.map(({ port }) => `redis://127.0.0.1:${port}`).join(),
    nodes: members.map(({ port, share: [from, to], ask, launch, kill }) => ({
      port,
      holds: async (name) => {
        const slot = await ask((client) => client.cluster("KEYSLOT", name));
        return slot >= from && slot <= to;
      },
      kill: () => kill("SIGKILL"),
      start: async () => {
        await launch();
        await whole();
      },
    })),
    stop,
  };
}
