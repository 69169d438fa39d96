import {
  type Caller,
  type Endpoint,
  type FieldError,
  type Input,
  listingsContract,
  type Output,
  type Scope,
} from "@plat/contracts";
import { connectNats, createLogger, loadConfig, type NatsConnection, newId, replyParts, RpcClient } from "@plat/kit";
import { type TestBackingServices, testBackingServices, uniqueName } from "@plat/testkit";
import { type Config, type RunningListings, listingsSettings, startListings } from "../src/app.ts";

type Contract = typeof listingsContract;
type Name = keyof Contract;

interface Problem {
  code: string;
  detail: string;
  errors?: FieldError[];
}

export interface ServiceReply<K extends Name> {
  status: number;
  headers: Record<string, string>;
  /** Check the status before reading it: an error has a `problem` instead. */
  body: Output<Contract[K]>;
  problem: Problem;
}

export interface RequestOptions {
  ifMatch?: string;
  ifNoneMatch?: string;
  idempotencyKey?: string;
  timeoutMs?: number;
}

type SentInput<E extends Endpoint> = { [P in keyof Input<E>]?: unknown };

export const log = createLogger({ service: "listings-test", level: "silent" });

/** Sends RPC requests over NATS as the gateway does. */
export class TestClient {
  readonly connection: NatsConnection;
  readonly #rpc: RpcClient;

  constructor(connection: NatsConnection) {
    this.connection = connection;
    this.#rpc = new RpcClient(connection, "_INBOX_gateway");
  }

  /** Sends a request as an organization (its id) or as any caller. */
  async request<K extends Name>(
    caller: string | Caller,
    name: K,
    input: SentInput<Contract[K]> = {},
    options: RequestOptions = {},
  ): Promise<ServiceReply<K>> {
    const endpoint: Endpoint = listingsContract[name];
    const { timeoutMs, ...meta } = options;
    const reply = await this.#rpc.request(endpoint.subject, Buffer.from(JSON.stringify(input)), {
      requestId: newId(),
      caller: typeof caller === "string" ? callerOf(caller) : caller,
      timeoutMs: timeoutMs ?? 30_000,
      ...meta,
    });
    const text = Buffer.from(reply.body).toString("utf8");
    const parsed: unknown = text === "" ? undefined : JSON.parse(text);
    return {
      status: reply.status,
      headers: reply.headers,
      body: parsed as ServiceReply<K>["body"],
      problem: parsed as Problem,
    };
  }

  /** Headers of a reply, for tests that fake another service. */
  replyHeaders(status: number) {
    const [part] = replyParts({ status, headers: {}, body: new Uint8Array() }, 1024 * 1024);
    if (part === undefined) throw new Error("reply has no parts");
    return part;
  }

  /** Sends a request of the JetStream API. @throws Error if it returns an error */
  async jetStream(subject: string, body: object = {}): Promise<void> {
    const request = this.connection.request(`$JS.API.${subject}`, JSON.stringify(body), { timeout: 20_000 });
    const response = (await request).json<{ error?: object }>();
    if (response.error !== undefined) throw new Error(JSON.stringify(response.error));
  }

  close(): Promise<void> {
    this.#rpc.close();
    return this.connection.close();
  }
}

const scopes: Scope[] = ["read", "write"];
const keyId = newId();
export const callerOf = (organizationId: string): Caller => ({ kind: "api_key", organizationId, keyId, scopes });
export const service: Caller = { kind: "service" };

export interface Suite {
  backingServices: TestBackingServices;
  client: TestClient;
  config: Config;
  /** The settings as environment variables, for child processes. */
  env: Record<string, string>;
  listings: RunningListings;
  request: TestClient["request"];
  stop(): Promise<void>;
}

export interface SuiteOptions {
  env?: Record<string, string>;
}

/** Starts the service in this process on real backing services with a new database. */
export async function startSuite(options: SuiteOptions = {}): Promise<Suite> {
  const backingServices = await testBackingServices("mongo", "nats");
  const env = {
    MONGO_URL: backingServices.url("mongo"),
    NATS_URL: backingServices.url("nats"),
    MONGO_DATABASE: uniqueName("listings"),
    OPS_HOST: "127.0.0.1",
    LOG_LEVEL: "silent",
    SWEEP_INTERVAL_MS: "200",
    ...options.env,
  };
  const config = loadConfig(listingsSettings, env);
  const listings = await startListings(config, log);
  const client = await connectClient(env.NATS_URL);
  return {
    backingServices,
    client,
    config,
    env,
    listings,
    request: client.request.bind(client),
    async stop() {
      await client.close();
      await listings.stop();
      await backingServices.stop();
    },
  };
}

export const connectClient = async (url: string): Promise<TestClient> =>
  new TestClient(await connectNats({ url, name: "gateway", log }));

/** Minimal input of a new property. */
export const house = (more: object = {}) => ({
  title: "House with a garden",
  propertyType: "House",
  propertyCategory: "Residential",
  ...more,
});
