import type { BackingServiceName } from "@plat/backing-services";
import type { ServiceName } from "@plat/dev";
import type { Round } from "./checks.ts";
import { redisCommand } from "./redis-command.ts";
import type { LinkName, World } from "./cluster.ts";

/** A text of a file and what takes its place. */
export interface Patch {
  file: string;
  find: string;
  replace: string;
}

/** What of a round is enough. */
export interface Focus {
  victims?: readonly (ServiceName | BackingServiceName)[];
  links?: readonly LinkName[];
}

/** A fault put in on purpose: in a copy of the code, or in an engine's settings. */
export interface Plant extends Focus {
  about: string;
  round: Round;
  /** Checks of which at least one must go red. */
  red: readonly string[];
  patches?: readonly Patch[];
  prepare?: (world: World) => Promise<void>;
}

export const plants: Readonly<Record<string, Plant>> = {
  "revocation-unchecked": {
    about: "the gateway's script does not look at the mark of a revocation",
    round: "kills",
    red: ["revoked-at-once"],
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
    about: "the gateway takes a key that was good two seconds ago for good",
    round: "kills",
    red: ["revoked-at-once"],
    victims: [],
    patches: [
      {
        file: "services/gateway/src/auth/authenticator.ts",
        find: "const unknownTtlMs = 5_000;",
        replace:
          "const unknownTtlMs = 5_000;\nconst goodUntil = new Map<string, { admission: AdmissionResult; until: number }>();",
      },
      {
        file: "services/gateway/src/auth/authenticator.ts",
        find: "const admission = await checkOrLoad(check, () => lookUpKey(hash, address));",
        replace:
          "const good = goodUntil.get(hash);\n" +
          "    const isGood = good !== undefined && good.until > performance.now();\n" +
          "    const admission = isGood ? good.admission : await checkOrLoad(check, () => lookUpKey(hash, address));\n" +
          "    if (!isGood && admission?.state === 'ok') goodUntil.set(hash, { admission, until: performance.now() + 2_000 });",
      },
    ],
  },
  "acknowledged-before-written": {
    about: "a creation is acknowledged a moment before it is written",
    round: "kills",
    red: ["lost"],
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
  "doorbell-lost-and-no-sweeper": {
    about: "one doorbell in ten is lost, and nobody rings again",
    round: "kills",
    red: ["index-differs", "lost-search"],
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
    about: "the indexer passes deletions over",
    round: "kills",
    red: ["resurrected"],
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
    about: "an update is written whatever version is there by now",
    round: "kills",
    red: ["lost-update"],
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
    about: "a creation runs again with each request, whatever its Idempotency-Key",
    round: "kills",
    red: ["doubled"],
    victims: [],
    patches: [
      {
        file: "packages/kit/src/idempotency.ts",
        find: "if (key === undefined) return work(newId());",
        replace: "if (key === undefined || key.length > 0) return work(newId());",
      },
    ],
  },
  "uses-missed": {
    about: "one use of a key in twenty is not counted",
    round: "kills",
    red: ["usage"],
    victims: [],
    patches: [
      {
        file: "services/gateway/src/quota/admission-script.ts",
        find: "(record[8] or 0) + 1)",
        replace: "(record[8] or 0) + (now % 20 == 0 and 0 or 1))",
      },
    ],
  },
  "no-time-limit-for-redis": {
    about: "the gateway waits for Redis for as long as it takes",
    round: "links",
    red: ["late", "hang"],
    links: ["gateway-redis"],
    patches: [
      {
        file: "services/gateway/src/store/credential-cache.ts",
        find: "(redisAddress(url, caFile), {\n    timeoutMs,",
        replace: "(redisAddress(url, caFile), {\n    timeoutMs: 600_000,",
      },
    ],
  },
  "silence-unnoticed": {
    about: "a service that gives no sign of life is waited for until the deadline",
    round: "links",
    red: ["late"],
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
    about: "a refusal does not say when to come again",
    round: "links",
    red: ["unclean"],
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
    about: "the gateway tries to reach Redis again only after 20 seconds",
    round: "links",
    red: ["heal"],
    links: ["gateway-redis"],
    patches: [
      {
        file: "services/gateway/src/store/credential-cache.ts",
        find: "new Redis(node, options)",
        replace: "new Redis(node, { ...options, retryStrategy: () => 20_000 })",
      },
    ],
  },
  "memory-held": {
    about: "the gateway holds a megabyte for each request over the bus",
    round: "links",
    red: ["memory"],
    links: ["listings-mongo"],
    patches: [
      {
        file: "packages/kit/src/rpc-client.ts",
        find: "const sweepMs = 50;",
        replace: "const sweepMs = 50;\nconst held: Uint8Array[] = [];",
      },
      {
        file: "packages/kit/src/rpc-client.ts",
        find: "const token = (this.#next++).toString(36);",
        replace: "const token = (this.#next++).toString(36);\n    held.push(new Uint8Array(1024 * 1024).fill(1));",
      },
    ],
  },
  "stops-at-once": {
    about: "a service that is told to stop drops what it has begun",
    round: "rolling",
    red: ["reset", "5xx"],
    patches: [
      {
        file: "packages/kit/src/lifecycle.ts",
        find: 'log.info({ reason }, "stopping");',
        replace: "process.exit(0);",
      },
    ],
  },
  "slow-to-stop": {
    about: "a service takes long to stop",
    round: "rolling",
    red: ["exit"],
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
    about: "the document engine acknowledges before it syncs",
    round: "fsync",
    red: ["mongo-sync"],
    patches: [{ file: "tools/backing-services/src/mongo.ts", find: '        "--sync-on-commit",\n', replace: "" }],
  },
  "nats-unsynced": {
    about: "NATS syncs every two minutes",
    round: "fsync",
    red: ["nats-sync", "nats-settings"],
    patches: [{ file: "tools/backing-services/src/nats.ts", find: '      "  sync_interval: always",\n', replace: "" }],
  },
  "translog-async": {
    about: "Elasticsearch syncs its translog every five seconds",
    round: "fsync",
    red: ["elasticsearch-sync", "elasticsearch-settings"],
    prepare: async ({ backingServices, env }) => {
      const response = await fetch(
        `${backingServices.elasticsearch.url}/${env["ELASTICSEARCH_INDEX"] ?? ""}/_settings`,
        {
          method: "PUT",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ "index.translog.durability": "async" }),
        },
      );
      if (!response.ok) throw new Error(`Elasticsearch refused the setting: ${await response.text()}`);
    },
  },
  "redis-unsynced": {
    about: "Redis leaves syncing to the system",
    round: "fsync",
    red: ["redis-sync", "redis-settings"],
    prepare: async ({ backingServices }) => {
      await redisCommand(backingServices.redis.url, "CONFIG SET appendfsync no");
    },
  },
};
