import type { BackingServiceName } from "@plat/backing-services";
import type { ServiceName } from "@plat/dev";
import type { Scenario } from "./checks.ts";
import { redisCommand } from "./redis-command.ts";
import type { LinkName, Cluster } from "./cluster.ts";

/** A text in a file and its replacement. */
export interface Patch {
  file: string;
  find: string;
  replace: string;
}

/** Limits a scenario to the parts that can detect a mutation. */
export interface Focus {
  victims?: readonly (ServiceName | BackingServiceName)[];
  links?: readonly LinkName[];
}

/** An injected defect that a scenario must detect: in a copy of the code, or in a backing service's settings. */
export interface Mutation extends Focus {
  about: string;
  scenario: Scenario;
  /** Ids of checks of which at least one must fail. */
  failingChecks: readonly string[];
  patches?: readonly Patch[];
  prepare?: (cluster: Cluster) => Promise<void>;
}

export const mutations: Readonly<Record<string, Mutation>> = {
  "revocation-unchecked": {
    about: "the gateway's script ignores revocations",
    scenario: "kills",
    failingChecks: ["revoked-immediately"],
    victims: [],
    patches: [
      {
        file: "services/gateway/src/quota/admission-script.ts",
        find: "  if record[6] then return 'revoked' end\n",
        replace: "",
      },
    ],
  },
  "cached-keys": {
    about: "the gateway caches valid keys for two seconds",
    scenario: "kills",
    failingChecks: ["revoked-immediately"],
    victims: [],
    patches: [
      {
        file: "services/gateway/src/auth/authenticator.ts",
        find: "const unknownTtlMs = 5_000;",
        replace:
          "const unknownTtlMs = 5_000;\nconst cachedUntil = new Map<string, { admission: AdmissionResult; until: number }>();",
      },
      {
        file: "services/gateway/src/auth/authenticator.ts",
        find: "const admission = await checkOrLoad(check, () => lookUpKey(hash, address));",
        replace:
          "const cached = cachedUntil.get(hash);\n" +
          "    const isCached = cached !== undefined && cached.until > performance.now();\n" +
          "    const admission = isCached ? cached.admission : await checkOrLoad(check, () => lookUpKey(hash, address));\n" +
          "    if (!isCached && admission?.state === 'ok') cachedUntil.set(hash, { admission, until: performance.now() + 2_000 });",
      },
    ],
  },
  "acknowledged-before-written": {
    about: "a creation is acknowledged before it is written",
    scenario: "kills",
    failingChecks: ["lost"],
    victims: ["listings", "mongo"],
    patches: [
      {
        file: "services/listings/src/store/property-store.ts",
        find: "insert: (created) => withBulkTimeout(() => insertListings(properties, created)),",
        replace:
          "insert: async (created) => {\n" +
          "      setTimeout(() => void insertListings(properties, created).catch(() => undefined), 1_500);\n" +
          '      return created.map(() => "done" as const);\n' +
          "    },",
      },
    ],
  },
  "notification-lost-and-no-sweeper": {
    about: "one change notification in ten is lost, and the sweeper is off",
    scenario: "kills",
    failingChecks: ["index-differs", "lost-search"],
    victims: [],
    patches: [
      {
        file: "services/listings/src/jobs/sweeper.ts",
        find: "    if (this.#stopped) return;\n    this.#timer",
        replace: "    if (this.#stopped || this.#options.intervalMs > 0) return;\n    this.#timer",
      },
      {
        file: "services/listings/src/messaging/nats.ts",
        find: "    async notifyPropertyChanged(propertyId, wait) {\n",
        replace: "    async notifyPropertyChanged(propertyId, wait) {\n      if (Math.random() < 0.1) return;\n",
      },
    ],
  },
  "deletions-not-indexed": {
    about: "the indexer ignores deletions",
    scenario: "kills",
    failingChecks: ["resurrected"],
    victims: [],
    patches: [
      {
        file: "services/search/src/indexing/indexer.ts",
        find: "await write(current, page.documents);",
        replace: "await write(current, page.documents.filter(({ deleted }) => !deleted));",
      },
    ],
  },
  "version-guard-off": {
    about: "an update is written without a check of the version",
    scenario: "kills",
    failingChecks: ["lost-update"],
    victims: [],
    patches: [
      {
        file: "services/listings/src/store/property-store.ts",
        find: "return { _id: property.id, version: property.version, deleted: false };",
        replace: "return { _id: property.id, deleted: false };",
      },
    ],
  },
  "idempotency-off": {
    about: "creations ignore the Idempotency-Key",
    scenario: "kills",
    failingChecks: ["duplicated"],
    victims: [],
    patches: [
      {
        file: "packages/kit/src/idempotency.ts",
        find: "if (key === undefined) return work(newId());",
        replace: "if (key === undefined || key.length > 0) return work(newId());",
      },
    ],
  },
  "usage-undercounted": {
    about: "one use of a key in twenty is not counted",
    scenario: "kills",
    failingChecks: ["usage"],
    victims: [],
    patches: [
      {
        file: "services/gateway/src/quota/admission-script.ts",
        find: "(record[8] or 0) + 1)",
        replace: "(record[8] or 0) + (now % 20 == 0 and 0 or 1))",
      },
    ],
  },
  "no-redis-timeout": {
    about: "the gateway waits for Redis without a timeout",
    scenario: "links",
    failingChecks: ["late", "no-response"],
    links: ["gateway-redis"],
    patches: [
      {
        file: "services/gateway/src/store/credential-cache.ts",
        find: "(redisAddress(url, caFile), {\n    timeoutMs,",
        replace: "(redisAddress(url, caFile), {\n    timeoutMs: 600_000,",
      },
    ],
  },
  "liveness-probe-off": {
    about: "an unresponsive service is detected only by the endpoint's timeout",
    scenario: "links",
    failingChecks: ["late"],
    links: ["keys-nats"],
    patches: [
      {
        file: "packages/kit/src/rpc-client.ts",
        find: "now - lastMessageAt > heartbeatTimeoutMs &&",
        replace: "now - lastMessageAt > 100 * heartbeatTimeoutMs &&",
      },
    ],
  },
  "no-retry-after": {
    about: "errors omit Retry-After",
    scenario: "links",
    failingChecks: ["invalid"],
    links: ["gateway-redis"],
    patches: [
      {
        file: "services/gateway/src/http/responses.ts",
        find: 'headers["retry-after"] = error.retryAfter;',
        replace: 'headers["x-retry-after"] = error.retryAfter;',
      },
    ],
  },
  "slow-to-reconnect": {
    about: "the gateway reconnects to Redis only after 20 seconds",
    scenario: "links",
    failingChecks: ["recovery"],
    links: ["gateway-redis"],
    patches: [
      {
        file: "services/gateway/src/store/credential-cache.ts",
        find: "new Redis(node, options)",
        replace: "new Redis(node, { ...options, retryStrategy: () => 20_000 })",
      },
    ],
  },
  "memory-leak": {
    about: "the gateway leaks a megabyte per RPC over NATS",
    scenario: "links",
    failingChecks: ["memory"],
    links: ["listings-mongo"],
    patches: [
      {
        file: "packages/kit/src/rpc-client.ts",
        find: "const sweepMs = 50;",
        replace: "const sweepMs = 50;\nconst leaked: Uint8Array[] = [];",
      },
      {
        file: "packages/kit/src/rpc-client.ts",
        find: "const token = (this.#next++).toString(36);",
        replace: "const token = (this.#next++).toString(36);\n    leaked.push(new Uint8Array(1024 * 1024).fill(1));",
      },
    ],
  },
  "stops-immediately": {
    about: "a stopping service drops requests in flight",
    scenario: "rolling",
    failingChecks: ["reset", "5xx"],
    patches: [
      {
        file: "packages/kit/src/lifecycle.ts",
        find: 'log.info({ reason }, "stopping");',
        replace: "process.exit(0);",
      },
    ],
  },
  "slow-to-stop": {
    about: "a service stops too slowly",
    scenario: "rolling",
    failingChecks: ["exit"],
    patches: [
      {
        file: "packages/kit/src/lifecycle.ts",
        find: "void running.stop().then(",
        replace: "void new Promise((later) => setTimeout(later, 11_000)).then(() => running.stop()).then(",
      },
      {
        file: "packages/kit/src/lifecycle.ts",
        find: "}, shutdownTimeoutMs);",
        replace: "}, shutdownTimeoutMs * 3);",
      },
    ],
  },
  "mongo-unsynced": {
    about: "the document store acknowledges before it syncs",
    scenario: "fsync",
    failingChecks: ["mongo-sync"],
    patches: [{ file: "tools/backing-services/src/mongo.ts", find: '        "--sync-on-commit",\n', replace: "" }],
  },
  "nats-unsynced": {
    about: "NATS syncs every two minutes",
    scenario: "fsync",
    failingChecks: ["nats-sync", "nats-settings"],
    patches: [{ file: "tools/backing-services/src/nats.ts", find: '      "  sync_interval: always",\n', replace: "" }],
  },
  "translog-async": {
    about: "Elasticsearch syncs its translog every five seconds",
    scenario: "fsync",
    failingChecks: ["elasticsearch-sync", "elasticsearch-settings"],
    prepare: async ({ backingServices, env }) => {
      const response = await fetch(
        `${backingServices.elasticsearch.url}/${env["ELASTICSEARCH_INDEX"] ?? ""}/_settings`,
        {
          method: "PUT",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ "index.translog.durability": "async" }),
        },
      );
      if (!response.ok) throw new Error(`Elasticsearch rejected the setting: ${await response.text()}`);
    },
  },
  "redis-unsynced": {
    about: "Redis leaves syncing to the operating system",
    scenario: "fsync",
    failingChecks: ["redis-sync", "redis-settings"],
    prepare: async ({ backingServices }) => {
      await redisCommand(backingServices.redis.url, "CONFIG SET appendfsync no");
    },
  },
};
