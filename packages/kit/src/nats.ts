import { readFile } from "node:fs/promises";
import { connect, credsAuthenticator, errors, type NatsConnection } from "@nats-io/transport-node";
import type { Logger } from "./log.ts";
import { untilAvailable } from "./until-available.ts";

export type { NatsConnection } from "@nats-io/transport-node";

export interface NatsOptions {
  url: string;
  /** Name in the server's connection list, and part of the inbox prefix. */
  name: string;
  user?: string | undefined;
  password?: string | undefined;
  credsFile?: string | undefined;
  caFile?: string | undefined;
  log: Logger;
}

/**
 * Connects to NATS and waits up to 30 s for a server that is still starting. A lost connection is reestablished without
 * a limit of attempts, every 500 ms, even while the server rejects the credentials: they may be in rotation. Each
 * change of state is logged. A CA file or a `tls://` URL makes TLS mandatory.
 * @throws Error if no server can be reached within 30 s, or the server rejects the credentials
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
      // One prefix per user: the server's permissions prevent services from reading each other's replies.
      inboxPrefix: `_INBOX_${options.name}`,
      maxReconnectAttempts: -1,
      // Otherwise the second authorization error closes the connection permanently.
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

/** Logs connection state changes and server errors. Consecutive equal errors are logged once. */
async function logChanges(connection: NatsConnection, log: Logger): Promise<void> {
  let lastError: string | undefined;
  for await (const status of connection.status()) {
    if (status.type === "error") {
      if (status.error.message !== lastError)
        log.warn({ nats: status.type, err: status.error }, "NATS reported an error");
      lastError = status.error.message;
    } else if (status.type === "disconnect" || status.type === "reconnect") {
      log.warn({ nats: status.type }, "NATS connection changed");
      if (status.type === "reconnect") lastError = undefined;
    }
  }
}

/** If TLS is configured, a server without TLS is rejected, so that an attacker cannot downgrade the connection. */
const needsTls = ({ url, caFile }: NatsOptions): boolean => caFile !== undefined || /(^|,)tls:/.test(url);

/** Converts the NATS members of `commonSettings` to connection options. */
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

/** Health check. @throws Error if the connection is closed or lost */
export async function checkNats(connection: NatsConnection): Promise<void> {
  if (connection.isClosed()) throw new Error("the NATS connection is closed");
  await connection.flush();
}
