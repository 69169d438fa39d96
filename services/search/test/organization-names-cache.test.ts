import { buildVocabulary, type Vocabulary, type VocabularyInput } from "@plat/interpreter";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import type { ListingNames } from "../src/elasticsearch/listing-names.ts";
import { createOrganizationNamesCache } from "../src/jobs/organization-names-cache.ts";

const inputOf = (...cities: string[]): VocabularyInput => ({
  places: cities.map((name) => ({ name, level: "city", count: 1 })),
  types: [],
  features: [],
});
const namesOf = (input: VocabularyInput): ListingNames => ({ vocabulary: buildVocabulary(input), input, entries: [] });
const knows = ({ places }: Vocabulary, name: string): boolean => places.at([name]).length > 0;

describe("cache of the names of organizations", () => {
  const shared = namesOf(inputOf("leeds"));
  /** Own cities by organization. */
  let own: Record<string, string[]>;
  let reads: string[];
  beforeEach(() => {
    own = {};
    reads = [];
  });
  const create = (more: { pauseMs?: number; namesMax?: number } = {}) =>
    createOrganizationNamesCache({
      readShared: async () => shared,
      readOwn: async (organizationId) => {
        reads.push(organizationId);
        return inputOf(...(own[organizationId] ?? []));
      },
      pauseMs: 0,
      maxWaitMs: 60_000,
      ...more,
    });

  it("loads the vocabulary of an organization once, for concurrent callers too, and for no other organization", async () => {
    own = { a: ["bushwick"], b: ["quorndon"] };
    const cache = create();
    const [first, second] = await Promise.all([cache.get("a", "first"), cache.get("a", "first")]);
    expect(second).to.equal(first);
    expect(await cache.get("a", "first")).to.equal(first);
    expect(reads).to.deep.equal(["a"]);
    expect([knows(first, "bushwick"), knows(first, "leeds"), knows(first, "quorndon")]).to.deep.equal([
      true,
      true,
      false,
    ]);
    expect(knows(await cache.get("b", "first"), "bushwick")).to.equal(false);
  });

  it("returns the names that a client waits for, and builds nothing if the names are unchanged", async () => {
    own = { a: ["bushwick"] };
    const cache = create({ pauseMs: 60_000 });
    const before = await cache.get("a", "first");
    cache.invalidate();
    expect(await cache.get("a", "first")).to.equal(before);
    own = { a: ["bushwick", "quorndon"] };
    cache.invalidate();
    expect(knows(await cache.get("a", "first"), "quorndon")).to.equal(true);
    expect(reads).to.have.length(3);
  });

  it("combines changes that nobody waits for within a pause", async () => {
    own = { a: ["bushwick"] };
    const slow = create({ pauseMs: 60_000 });
    await slow.get("a", "first");
    slow.revalidate();
    await slow.get("a", "first");
    expect(reads).to.have.length(1);
    const cache = create();
    await cache.get("a", "first");
    own = { a: ["quorndon"] };
    cache.revalidate();
    await eventually(async () => expect(knows(await cache.get("a", "first"), "quorndon")).to.equal(true));
  });

  it("evicts the vocabularies that were least recently used beyond the maximum number of names", async () => {
    own = { a: ["bushwick"], b: ["quorndon"], c: ["harpenden"] };
    // Each vocabulary has two names.
    const cache = create({ namesMax: 4 });
    for (const id of ["a", "b", "a", "c"]) await cache.get(id, "first");
    for (const id of ["a", "c"]) await cache.get(id, "first");
    expect(reads).to.deep.equal(["a", "b", "c"]);
    await cache.get("b", "first");
    expect(reads).to.deep.equal(["a", "b", "c", "b"]);
  });

  it("returns the shared vocabulary if an organization has no further names", async () => {
    own = { a: ["leeds"] };
    expect(await create().get("a", "equal")).to.equal(shared.vocabulary);
    own = { a: ["leeds", "quorndon"] };
    expect(knows(await create().get("a", "equal"), "quorndon")).to.equal(true);
  });

  it("returns the previous vocabulary if a load fails, and the error if there is none", async () => {
    let fails = false;
    const cache = createOrganizationNamesCache({
      readShared: async () => shared,
      readOwn: async () => {
        if (fails) throw new Error("unavailable");
        return inputOf("bushwick");
      },
      pauseMs: 0,
      maxWaitMs: 60_000,
    });
    const before = await cache.get("a", "first");
    fails = true;
    cache.invalidate();
    expect(await cache.get("a", "first")).to.equal(before);
    const outcome = await cache.get("b", "first").catch((cause: unknown) => (cause as Error).message);
    expect(outcome).to.equal("unavailable");
    fails = false;
    expect(knows(await cache.get("b", "first"), "bushwick")).to.equal(true);
  });
});
