import { connectNats, createLogger, type CallMeta, type NatsConnection, readCallMeta, replyParts } from "@plat/kit";
import { sendRequest, type Plat, startPlat } from "@plat/testkit";

/** What a peer on the bus was asked. */
export interface Asked {
  subject: string;
  meta: CallMeta;
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
}
export interface Told {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  bytes?: Uint8Array;
}
export type Respond = (asked: Asked) => Told | Promise<Told>;

export interface Peer {
  connection: NatsConnection;
  /** How it answers from now on; by default it says what it was asked. */
  respond: Respond;
  /** All that it was asked, oldest first. */
  asked: Asked[];
  close(): Promise<void>;
}

const sayIt: Respond = ({ subject, params, query, body, meta }) => ({
  body: { subject, params, query, body, caller: meta.caller },
});

/** Stands in for services behind the bus: a peer on real NATS that answers as a test tells it to. */
export async function startPeer(natsUrl: string, subjects = ["listings.v1.>", "search.v1.>"]): Promise<Peer> {
  const log = createLogger({ service: "peer", level: "silent" });
  const connection = await connectNats({ url: natsUrl, name: "peer", log });
  const peer: Peer = {
    connection,
    respond: sayIt,
    asked: [],
    close: () => connection.close(),
  };
  for (const subject of subjects)
    connection.subscribe(subject, {
      queue: "peer",
      callback: (error, message) => {
        if (error !== null) throw error;
        const meta = readCallMeta(message.headers);
        const input = JSON.parse(message.string()) as Omit<Asked, "subject" | "meta">;
        const asked = { subject: message.subject, meta, ...input };
        peer.asked.push(asked);
        void Promise.resolve(peer.respond(asked)).then(({ status = 200, headers = {}, body, bytes }) => {
          const data = bytes ?? (body === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(body)));
          for (const part of replyParts({ status, headers, body: data }, 1024 * 1024))
            message.respond(part.data, { headers: part.headers });
        });
      },
    });
  await connection.flush();
  return peer;
}

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

export interface Stack {
  plat: Plat;
  peer: Peer;
  url: string;
  /** Everything secret that was handed out, for the search at the end. */
  secrets: string[];
  signUp(): Promise<Account>;
  createKey(account: Account, body?: Record<string, unknown>): Promise<Key>;
  revoke(account: Account, id: string): Promise<void>;
  listKeys(account: Account): Promise<{ id: string; usageCount: number; status: string; lastUsedAt: string | null }[]>;
  stop(): Promise<void>;
}

export const password = "correct horse battery";
let accounts = 0;

/** Keys service and gateway as processes on real engines; a peer answers for the other services. */
export async function startStack(env: Record<string, string> = {}): Promise<Stack> {
  const plat = await startPlat({
    backingServices: ["mongo", "redis", "nats"],
    services: ["keys", "gateway"],
    // A loaded machine is slow to answer; what is tested here is not how fast it refuses.
    env: { all: { REDIS_TIMEOUT_MS: "5000", LOG_LEVEL: "debug", ...env } },
  });
  const { url } = plat;
  const secrets: string[] = [];
  const peer = await startPeer(plat.backingServices.url("nats"));
  const expectStatus = (status: number, answer: { status: number; body: unknown }): unknown => {
    if (answer.status !== status) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  return {
    plat,
    peer,
    url,
    secrets,
    async signUp() {
      const email = `user${accounts++}.${process.pid}@plat.example`;
      const answer = await sendRequest(url, "/auth/sign-up", { body: { organizationName: "Acme", email, password } });
      const { token, user, organization } = expectStatus(201, answer) as {
        token: string;
        user: { id: string };
        organization: { id: string };
      };
      secrets.push(token);
      return { token, email, userId: user.id, organizationId: organization.id };
    },
    async createKey({ token }, body = {}) {
      const answer = await sendRequest(url, "/api-keys", { token, body: { name: "test", ...body } });
      const key = expectStatus(201, answer) as Key;
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
      await peer.close();
      await plat.stop();
    },
  };
}

/** `code` of a problem document. */
export const codeOf = (answer: { body: unknown }): unknown => (answer.body as { code?: unknown }).code;
