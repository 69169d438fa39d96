import { connectNats, createLogger, type CallMeta, type NatsConnection, readCallMeta, replyParts } from "@plat/kit";

/** An RPC request that the fake services received. */
export interface ReceivedRequest {
  subject: string;
  meta: CallMeta;
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
}
export interface FakeReply {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** Raw bytes of the body, instead of `body`. */
  bytes?: Uint8Array;
}
type Respond = (request: ReceivedRequest) => FakeReply | Promise<FakeReply>;

export interface FakeServices {
  connection: NatsConnection;
  /** Replaceable by a test. By default the reply echoes the request. */
  respond: Respond;
  /** All requests, oldest first. */
  requests: ReceivedRequest[];
  close(): Promise<void>;
}

const echo: Respond = ({ subject, params, query, body, meta }) => ({
  body: { subject, params, query, body, caller: meta.caller },
});

/** Fakes the services behind the gateway: responds over a real NATS server as a test specifies. */
export async function startFakeServices(
  natsUrl: string,
  subjects = ["listings.v1.>", "search.v1.>"],
): Promise<FakeServices> {
  const log = createLogger({ service: "fake-services", level: "silent" });
  const connection = await connectNats({ url: natsUrl, name: "fake-services", log });
  const services: FakeServices = {
    connection,
    respond: echo,
    requests: [],
    close: () => connection.close(),
  };
  for (const subject of subjects)
    connection.subscribe(subject, {
      queue: "fake-services",
      callback: (error, message) => {
        if (error !== null) throw error;
        const meta = readCallMeta(message.headers);
        const input = JSON.parse(message.string()) as Omit<ReceivedRequest, "subject" | "meta">;
        const request = { subject: message.subject, meta, ...input };
        services.requests.push(request);
        void Promise.resolve(services.respond(request)).then(({ status = 200, headers = {}, body, bytes }) => {
          const data = bytes ?? (body === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(body)));
          for (const part of replyParts({ status, headers, body: data }, 1024 * 1024))
            message.respond(part.data, { headers: part.headers });
        });
      },
    });
  await connection.flush();
  return services;
}
