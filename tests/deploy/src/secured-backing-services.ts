import { type BackingServiceName, type Installation, provision } from "@plat/backing-services";
import { eventually } from "@plat/testkit";
import { Redis } from "ioredis";
import mongoose from "mongoose";
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer as createTlsServer } from "node:https";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Certificates } from "./certificates.ts";
import { freePort } from "./free-ports.ts";

/** A backing service that requires TLS and authentication. */
export interface SecureEngine {
  port: number;
  stop(): Promise<void>;
}

export const login = { user: "plat", password: "a password/with:signs@in" };
const encoded = `${login.user}:${encodeURIComponent(login.password)}`;

async function installed(name: BackingServiceName): Promise<Installation> {
  const found = (await provision([name]))[name];
  if (found === undefined) throw new Error(`${name} is not installed`);
  return found;
}

function run({ command, args, env }: Installation, more: string[], cwd: string): ChildProcess {
  return spawn(command, [...args, ...more], {
    cwd,
    env: { PATH: process.env["PATH"], HOME: cwd, ...env },
    stdio: "ignore",
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

/** Waits until the program is ready. @throws the last error of the probe, after the program has exited */
async function whenReady(child: ChildProcess, probe: () => Promise<void>): Promise<void> {
  try {
    await eventually(probe);
  } catch (error) {
    await end(child);
    throw error;
  }
}

/** Waits until all are ready. If one fails, stops the others. */
export async function allOrNone(starting: readonly Promise<SecureEngine>[]): Promise<SecureEngine[]> {
  const results = await Promise.allSettled(starting);
  const started = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  const failed = results.find((result) => result.status === "rejected");
  if (failed === undefined) return started;
  await Promise.all(started.map((each) => each.stop()));
  throw failed.reason;
}

export const redisUrl = (port: number, who = encoded): string => `rediss://${who}@localhost:${port}`;

/** Redis with TLS, a disabled default user and another user with a password. */
export async function secureRedis(folder: string, files: Certificates): Promise<SecureEngine> {
  const port = await freePort();
  const dir = join(folder, "redis");
  await mkdir(dir);
  const child = run(
    await installed("redis"),
    [
      "--port",
      "0",
      "--tls-port",
      String(port),
      "--bind",
      "127.0.0.1",
      "--dir",
      dir,
      "--save",
      "",
      "--tls-cert-file",
      files.cert,
      "--tls-key-file",
      files.key,
      "--tls-ca-cert-file",
      files.ca,
      "--tls-auth-clients",
      "no",
      "--user",
      "default",
      "off",
      "--user",
      login.user,
      "on",
      `>${login.password}`,
      "~*",
      "&*",
      "+@all",
    ],
    dir,
  );
  const tls = { ca: await readFile(files.ca, "utf8") };
  await whenReady(child, async () => {
    const probe = new Redis(redisUrl(port), { tls, lazyConnect: true, retryStrategy: () => null });
    probe.on("error", () => undefined);
    await probe.ping().finally(() => probe.disconnect());
  });
  return { port, stop: () => end(child) };
}

export const mongoUrl = (port: number, caFile: string, who = encoded): string =>
  `mongodb://${who}@localhost:${port}/?directConnection=true&authSource=admin&tls=true&tlsCAFile=${encodeURIComponent(caFile)}`;

/** MongoDB with TLS and users; the first user is created through the localhost exception. */
export async function secureMongo(folder: string, files: Certificates): Promise<SecureEngine> {
  const port = await freePort();
  const dir = join(folder, "mongo");
  await mkdir(dir);
  const installation = await installed("mongo");
  const child = run(
    installation,
    installation.kind === "mongod"
      ? await mongodArguments(dir, port, files)
      : await secantusArguments(dir, port, files),
    dir,
  );
  const open = (who: string) =>
    mongoose
      .createConnection(mongoUrl(port, files.ca, who).replace("@localhost", who === "" ? "localhost" : "@localhost"), {
        serverSelectionTimeoutMS: 1_000,
      })
      .asPromise();
  await whenReady(child, async () => {
    const first = await open("");
    try {
      const admin = first.getClient().db("admin");
      if (installation.kind === "mongod")
        await admin
          .command({ replSetInitiate: { _id: "plat", members: [{ _id: 0, host: `localhost:${port}` }] } })
          .catch(() => undefined);
      await admin.command({ createUser: login.user, pwd: login.password, roles: [{ role: "root", db: "admin" }] });
    } finally {
      await first.close();
    }
  });
  return { port, stop: () => end(child) };
}

async function secantusArguments(dir: string, port: number, files: Certificates): Promise<string[]> {
  const config = join(dir, "settings.toml");
  await writeFile(config, "# The settings are on the command line.\n");
  return [
    "--config",
    config,
    "--host",
    "127.0.0.1",
    "--port",
    String(port),
    "--storage-path",
    join(dir, "store"),
    "--auth",
    "--tls-cert-file",
    files.cert,
    "--tls-key-file",
    files.key,
    "--sync-on-commit",
    "--log-level",
    "WARNING",
  ];
}

async function mongodArguments(dir: string, port: number, files: Certificates): Promise<string[]> {
  const keyFile = join(dir, "members.key");
  await writeFile(keyFile, randomBytes(96).toString("base64"), { mode: 0o600 });
  return [
    "--dbpath",
    dir,
    "--bind_ip",
    "127.0.0.1",
    "--port",
    String(port),
    "--replSet",
    "plat",
    "--auth",
    "--keyFile",
    keyFile,
    "--tlsMode",
    "requireTLS",
    "--tlsCertificateKeyFile",
    files.both,
    "--tlsCAFile",
    files.ca,
    "--tlsAllowConnectionsWithoutCertificates",
  ];
}

export const elasticsearchKey = Buffer.from("plat-key:s3cret").toString("base64");
const elasticsearchLogin = Buffer.from(`${login.user}:${login.password}`).toString("base64");

/**
 * A proxy with TLS and authentication in front of a real Elasticsearch. (Its own security modules are not published, so
 * the proxy does their part: a certificate, and 401 for requests with neither the API key nor the password.)
 */
export async function secureElasticsearch(url: string, files: Certificates): Promise<SecureEngine> {
  const accepted = new Set([`ApiKey ${elasticsearchKey}`, `Basic ${elasticsearchLogin}`]);
  const server = createTlsServer(
    { cert: readFileSync(files.cert), key: readFileSync(files.key) },
    (incoming, answer) => {
      if (!accepted.has(incoming.headers.authorization ?? "")) {
        answer
          .writeHead(401, { "content-type": "application/json", "www-authenticate": "ApiKey" })
          .end(
            JSON.stringify({ error: { type: "security_exception", reason: "missing authentication" }, status: 401 }),
          );
        return;
      }
      const { authorization: _, ...headers } = incoming.headers;
      const passed = request(
        new URL(incoming.url ?? "/", url),
        { method: incoming.method ?? "GET", headers },
        (reply) => {
          answer.writeHead(reply.statusCode ?? 502, reply.headers);
          reply.pipe(answer);
        },
      );
      passed.on("error", () => answer.destroy());
      incoming.pipe(passed);
    },
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
