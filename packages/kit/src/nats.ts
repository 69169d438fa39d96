import { readFile } from "node:fs/promises";
import { connect, credsAuthenticator, errors, type NatsConnection } from "@nats-io/transport-node";
import type { Logger } from "./log.ts";
import { untilAvailable } from "./until-available.ts";

export type { NatsConnection } from "@nats-io/transport-node";

export interface NatsOptions {
  url: string;
  /** Shown in the server's connection list. */
  name: string;
  user?: string | undefined;
  password?: string | undefined;
  credsFile?: string | undefined;
  caFile?: string | undefined;
  log: Logger;
}

/**
 * Connects to NATS and stays connected: it reconnects for ever, every half second, and logs each change of state; a
 * connection that was good once does so even while the server refuses its user, whose password may be changing just now.
 * Waits for a server that is still starting.
 * With a CA file or an address that begins with `tls://` only TLS will do.
 * @throws Error when no server can be reached within 30 seconds or the server refuses the credentials.
 */
export async function connectNats(options: NatsOptions): Promise<NatsConnection> {
  const { log } = options;
  const open = async () =>
    connect({
      servers: options.url.split(","),
      name: options.name,
      ...(options.user === undefined ? {} : { user: options.user, pass: options.password ?? "" }),
      ...(options.credsFile === undefined
        ? {}
        : { authenticator: credsAuthenticator(await readFile(options.credsFile)) }),
      ...(needsTls(options) ? { tls: options.caFile === undefined ? {} : { caFile: options.caFile } } : {}),
      // One prefix per user: the server's permissions keep services from reading each other's replies.
      inboxPrefix: `_INBOX_${options.name}`,
      maxReconnectAttempts: -1,
      // Else the second refusal would close it for good, and leave a process that lives and hears nothing.
      ignoreAuthErrorAbort: true,
      reconnectTimeWait: 500,
      pingInterval: 5_000,
      maxPingOut: 2,
      timeout: 10_000,
    });
  const isFinal = (error: unknown): boolean => error instanceof errors.AuthorizationError;
  const connection = await untilAvailable(open, { what: "NATS", log, isFinal });
  void logChanges(connection, log);
  return connection;
}

/** One trouble is told once, however often the server repeats it. */
async function logChanges(connection: NatsConnection, log: Logger): Promise<void> {
  let told: string | undefined;
  for await (const status of connection.status()) {
    if (status.type === "error") {
      if (status.error.message !== told) log.warn({ nats: status.type, err: status.error }, "NATS refused something");
      told = status.error.message;
    } else if (status.type === "disconnect" || status.type === "reconnect") {
      log.warn({ nats: status.type }, "NATS connection changed");
      if (status.type === "reconnect") told = undefined;
    }
  }
}

/** Asked for, a server without TLS is refused: nobody in between can take it away. */
const needsTls = ({ url, caFile }: NatsOptions): boolean => caFile !== undefined || /(^|,)tls:/.test(url);

/** The settings of `commonSettings` as options. */
export function natsOptions(
  config: {
    NATS_URL: string;
    NATS_USER: string | undefined;
    NATS_PASSWORD: string | undefined;
    NATS_CREDS_FILE: string | undefined;
    NATS_CA_FILE: string | undefined;
  },
  name: string,
  log: Logger,
): NatsOptions {
  return {
    url: config.NATS_URL,
    name,
    user: config.NATS_USER,
    password: config.NATS_PASSWORD,
    credsFile: config.NATS_CREDS_FILE,
    caFile: config.NATS_CA_FILE,
    log,
  };
}

/** Throws when the connection is away at the moment; for readiness checks. */
export async function checkNats(connection: NatsConnection): Promise<void> {
  if (connection.isClosed()) throw new Error("the NATS connection is closed");
  await connection.flush();
}
