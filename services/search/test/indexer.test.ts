import { AppError, type IndexDocument } from "@plat/contracts";
import { createLogger } from "@plat/kit";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { createIndexer, type ChangeNotification, type IndexerOptions } from "../src/indexing/indexer.ts";
import { type IndexedVersion } from "../src/listings/listings-client.ts";
import type { WriteOutcome } from "../src/indexing/bulk.ts";
import { buildProperty } from "./support/property.ts";

const documentOf = (id: string, version = 1): IndexDocument => {
  const property = buildProperty({ id, version });
  return { id, version, deleted: false, property, ads: [], changedAt: property.updatedAt };
};

interface RecordedNotification extends ChangeNotification {
  outcomes: string[];
}
const notification = (id: string, more: Partial<ChangeNotification> = {}): RecordedNotification => {
  const outcomes: string[] = [];
  return {
    id,
    isAwaited: false,
    deliveries: 1,
    ack: () => outcomes.push("ack"),
    nak: (delayMs) => outcomes.push(`nak with ${delayMs > 0 ? "a" : "no"} delay`),
    outcomes,
    ...more,
  };
};

/** An indexer over ports that record their calls in order. */
function createTestIndexer(more: { outcome?: (id: string) => WriteOutcome } & Partial<IndexerOptions> = {}) {
  const events: string[] = [];
  const failures: { id: string; reason: string; attempts: number }[] = [];
  const { outcome = () => ({ done: true }) as const, ...options } = more;
  const note = (what: string, items: IndexedVersion[]): void => {
    events.push(`${what} ${items.map(({ id, version }) => `${id}:${version}`).join(" ")}`);
  };
  const indexer = createIndexer({
    documents: async (ids) => ({ documents: ids.map((id) => documentOf(id)), rest: [] }),
    store: {
      write: async (documents) => {
        note("written", [...documents]);
        return new Map(documents.map(({ id }) => [id, outcome(id)]));
      },
      refresh: async () => void events.push("refreshed"),
      recordFailure: async (failure) => void failures.push(failure),
      ensure: async () => ({ outdated: undefined }),
    },
    publishRefreshed: (items, waited) => note(waited ? "published as awaited" : "published", items),
    reportIndexed: async (items) => note("reported", items),
    attempts: 3,
    onFailure: () => events.push("failure counted"),
    log: createLogger({ service: "test", level: "silent" }),
    ...options,
  });
  return { indexer, events, failures };
}

describe("indexer", () => {
  it("writes, refreshes, publishes, reports and acknowledges, in this order", async () => {
    const { indexer, events } = createTestIndexer();
    const one = notification("a", { isAwaited: true });
    await indexer.handle([one, notification("b")]);
    await eventually(() => expect(one.outcomes).to.deep.equal(["ack"]));
    expect(events).to.deep.equal(["written a:1 b:1", "refreshed", "published as awaited a:1 b:1", "reported a:1 b:1"]);
  });

  it("reads a listing once for several change notifications and acknowledges all of them", async () => {
    const requestedIds: string[][] = [];
    const { indexer } = createTestIndexer({
      documents: async (ids) => {
        requestedIds.push(ids);
        return { documents: ids.map((id) => documentOf(id)), rest: [] };
      },
    });
    const notifications = [notification("a"), notification("a"), notification("b")];
    await indexer.handle(notifications);
    await indexer.stop();
    expect(requestedIds).to.deep.equal([["a", "b"]]);
    expect(notifications.map(({ outcomes }) => outcomes)).to.deep.equal([["ack"], ["ack"], ["ack"]]);
  });

  it("requests listings that did not fit into a response again, after indexing that response", async () => {
    const requestedIds: string[][] = [];
    const { indexer, events } = createTestIndexer({
      documents: async (ids) => {
        requestedIds.push(ids);
        const [first = "", ...rest] = ids.toSorted();
        return { documents: first === "b" ? [] : [documentOf(first)], rest };
      },
    });
    const notifications = [notification("c"), notification("a"), notification("b")];
    await indexer.handle(notifications);
    await indexer.stop();
    expect(requestedIds).to.deep.equal([["c", "a", "b"], ["c", "b"], ["c"]]);
    expect(events).to.include.members(["written a:1", "written c:1", "reported a:1 c:1"]);
    expect(notifications.map(({ outcomes }) => outcomes)).to.deep.equal([["ack"], ["ack"], ["ack"]]);
  });

  it("reports nothing if the refresh fails, and requests redelivery", async () => {
    const refresh = (): Promise<void> => Promise.reject(new AppError("unavailable", "unavailable"));
    const events: string[] = [];
    const { indexer } = createTestIndexer({
      store: {
        write: async (documents) => new Map(documents.map(({ id }) => [id, { done: true }])),
        refresh,
        recordFailure: async () => undefined,
        ensure: async () => ({ outdated: undefined }),
      },
      publishRefreshed: () => events.push("published"),
      reportIndexed: async () => void events.push("reported"),
    });
    const one = notification("a");
    await indexer.handle([one]);
    await indexer.stop();
    expect(events).to.deep.equal([]);
    expect(one.outcomes).to.deep.equal(["nak with a delay"]);
  });

  it("retries a listing that the index rejects, records a failure after the last attempt, and indexes the others", async () => {
    const outcome = (id: string): WriteOutcome =>
      id === "bad" ? { done: false, permanent: true, reason: "mapper_parsing_exception" } : { done: true };
    const { indexer, events, failures } = createTestIndexer({ outcome });
    const [first, last, good] = [
      notification("bad", { deliveries: 2 }),
      notification("bad", { deliveries: 3 }),
      notification("good"),
    ];
    await indexer.handle([first, good]);
    expect(failures).to.deep.equal([]);
    expect(first.outcomes).to.deep.equal(["nak with a delay"]);
    await indexer.handle([last]);
    await indexer.stop();
    expect(failures).to.deep.equal([{ id: "bad", version: 1, reason: "mapper_parsing_exception", attempts: 3 }]);
    expect(events).to.include("failure counted");
    expect(events).to.include("reported good:1");
    expect([last.outcomes, good.outcomes]).to.deep.equal([["ack"], ["ack"]]);
  });

  it("retries transient errors without a limit", async () => {
    const documents = (): Promise<never> => Promise.reject(new AppError("unavailable", "unavailable"));
    const { indexer, failures } = createTestIndexer({ documents });
    const one = notification("a", { deliveries: 1000 });
    await indexer.handle([one]);
    await indexer.stop();
    expect(one.outcomes).to.deep.equal(["nak with a delay"]);
    expect(failures).to.deep.equal([]);
  });
});
