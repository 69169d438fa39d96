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

interface Bell extends ChangeNotification {
  settled: string[];
}
const notification = (id: string, more: Partial<ChangeNotification> = {}): Bell => {
  const settled: string[] = [];
  return {
    id,
    isAwaited: false,
    deliveries: 1,
    ack: () => settled.push("done"),
    nak: (delayMs) => settled.push(`again after ${delayMs > 0 ? "some" : "no"} time`),
    settled,
    ...more,
  };
};

/** An indexer over functions that note what happens, in order. */
function indexerWith(more: { outcome?: (id: string) => WriteOutcome } & Partial<IndexerOptions> = {}) {
  const happened: string[] = [];
  const failures: { id: string; reason: string; attempts: number }[] = [];
  const { outcome = () => ({ done: true }) as const, ...options } = more;
  const note = (what: string, items: IndexedVersion[]): void => {
    happened.push(`${what} ${items.map(({ id, version }) => `${id}:${version}`).join(" ")}`);
  };
  const indexer = createIndexer({
    documents: async (ids) => ({ documents: ids.map((id) => documentOf(id)), rest: [] }),
    store: {
      write: async (documents) => {
        note("written", [...documents]);
        return new Map(documents.map(({ id }) => [id, outcome(id)]));
      },
      refresh: async () => void happened.push("refreshed"),
      recordFailure: async (failure) => void failures.push(failure),
      ensure: async () => ({ outdated: undefined }),
    },
    publishRefreshed: (items, waited) => note(waited ? "announced to those who wait" : "announced", items),
    reportIndexed: async (items) => note("reported", items),
    attempts: 3,
    onFailure: () => happened.push("failure counted"),
    log: createLogger({ service: "test", level: "silent" }),
    ...options,
  });
  return { indexer, happened, failures };
}

describe("the indexer", () => {
  it("writes, refreshes, announces, reports and settles, in this order", async () => {
    const { indexer, happened } = indexerWith();
    const one = notification("a", { isAwaited: true });
    await indexer.handle([one, notification("b")]);
    await eventually(() => expect(one.settled).to.deep.equal(["done"]));
    expect(happened).to.deep.equal([
      "written a:1 b:1",
      "refreshed",
      "announced to those who wait a:1 b:1",
      "reported a:1 b:1",
    ]);
  });

  it("asks once for a listing that several doorbells name, and settles them all", async () => {
    const asked: string[][] = [];
    const { indexer } = indexerWith({
      documents: async (ids) => {
        asked.push(ids);
        return { documents: ids.map((id) => documentOf(id)), rest: [] };
      },
    });
    const notifications = [notification("a"), notification("a"), notification("b")];
    await indexer.handle(notifications);
    await indexer.stop();
    expect(asked).to.deep.equal([["a", "b"]]);
    expect(notifications.map(({ settled }) => settled)).to.deep.equal([["done"], ["done"], ["done"]]);
  });

  it("asks again for listings that one answer had no room for, and holds no more than one answer", async () => {
    const asked: string[][] = [];
    const { indexer, happened } = indexerWith({
      documents: async (ids) => {
        asked.push(ids);
        const [first = "", ...rest] = ids.toSorted();
        return { documents: first === "b" ? [] : [documentOf(first)], rest };
      },
    });
    const notifications = [notification("c"), notification("a"), notification("b")];
    await indexer.handle(notifications);
    await indexer.stop();
    expect(asked).to.deep.equal([["c", "a", "b"], ["c", "b"], ["c"]]);
    expect(happened).to.include.members(["written a:1", "written c:1", "reported a:1 c:1"]);
    expect(notifications.map(({ settled }) => settled)).to.deep.equal([["done"], ["done"], ["done"]]);
  });

  it("reports nothing when the refresh fails, and comes back to it", async () => {
    const refresh = (): Promise<void> => Promise.reject(new AppError("unavailable", "away"));
    const happened: string[] = [];
    const { indexer } = indexerWith({
      store: {
        write: async (documents) => new Map(documents.map(({ id }) => [id, { done: true }])),
        refresh,
        recordFailure: async () => undefined,
        ensure: async () => ({ outdated: undefined }),
      },
      publishRefreshed: () => happened.push("announced"),
      reportIndexed: async () => void happened.push("reported"),
    });
    const one = notification("a");
    await indexer.handle([one]);
    await indexer.stop();
    expect(happened).to.deep.equal([]);
    expect(one.settled).to.deep.equal(["again after some time"]);
  });

  it("tries a listing that the index refuses again, records it after the last try, and indexes the others meanwhile", async () => {
    const outcome = (id: string): WriteOutcome =>
      id === "bad" ? { done: false, permanent: true, reason: "mapper_parsing_exception" } : { done: true };
    const { indexer, happened, failures } = indexerWith({ outcome });
    const [first, last, good] = [
      notification("bad", { deliveries: 2 }),
      notification("bad", { deliveries: 3 }),
      notification("good"),
    ];
    await indexer.handle([first, good]);
    expect(failures).to.deep.equal([]);
    expect(first.settled).to.deep.equal(["again after some time"]);
    await indexer.handle([last]);
    await indexer.stop();
    expect(failures).to.deep.equal([{ id: "bad", version: 1, reason: "mapper_parsing_exception", attempts: 3 }]);
    expect(happened).to.include("failure counted");
    expect(happened).to.include("reported good:1");
    expect([last.settled, good.settled]).to.deep.equal([["done"], ["done"]]);
  });

  it("never gives up on trouble that passes", async () => {
    const documents = (): Promise<never> => Promise.reject(new AppError("unavailable", "away"));
    const { indexer, failures } = indexerWith({ documents });
    const one = notification("a", { deliveries: 1000 });
    await indexer.handle([one]);
    await indexer.stop();
    expect(one.settled).to.deep.equal(["again after some time"]);
    expect(failures).to.deep.equal([]);
  });
});
