import { newId } from "@plat/kit";
import { eventually, slowSuiteTimeoutMs } from "@plat/testkit";
import { expect } from "chai";
import { startListings } from "../src/app.ts";
import { house, log, startSuite, type Suite } from "./support.ts";

describe("concurrent writes", function () {
  this.timeout(slowSuiteTimeoutMs);

  let suite: Suite;
  let organization: string;
  before(async () => {
    suite = await startSuite();
  });
  after(() => suite.stop());
  beforeEach(() => {
    organization = newId();
  });

  const create = async (more: object = {}) =>
    (await suite.request(organization, "createProperty", { body: house(more) })).body;

  it("50 writers with If-Match and 40 attempts each lose no increment", async () => {
    const { id } = await create({ price: 0 });
    const params = { id };
    let accepted = 0;
    const writer = async (): Promise<void> => {
      for (let done = 0; done < 40;) {
        const read = await suite.request(organization, "getProperty", { params });
        const ifMatch = read.headers["etag"] ?? "";
        const body = { price: Number(read.body.price) + 1 };
        const { status } = await suite.request(organization, "updateProperty", { params, body }, { ifMatch });
        expect([200, 412]).to.include(status);
        // 412: another writer was faster. The attempt counts nevertheless.
        if (status === 200) accepted++;
        done++;
      }
    };
    await Promise.all(Array.from({ length: 50 }, writer));
    const { body } = await suite.request(organization, "getProperty", { params });
    expect(accepted).to.be.greaterThan(39);
    expect(body).to.include({ price: accepted, version: accepted + 1 });
  });

  it("patches of different fields without If-Match through two instances lose no change", async () => {
    const other = await startListings(suite.config, log);
    try {
      const { id } = await create();
      const fields = ["bedrooms", "bathrooms", "area", "lotArea", "price", "floor"];
      await Promise.all(
        fields.map(async (field) => {
          for (let value = 1; value <= 15; value++) {
            const body = { [field]: value };
            const { status } = await suite.request(organization, "updateProperty", { params: { id }, body });
            expect(status).to.equal(200);
          }
        }),
      );
      const { body } = await suite.request(organization, "getProperty", { params: { id } });
      for (const field of fields) expect(body, field).to.include({ [field]: 15 });
      expect(body.version).to.equal(1 + fields.length * 15);
    } finally {
      await other.stop();
    }
  });

  it("500 creations, each sent five times concurrently with one Idempotency-Key, create exactly 500 listings", async () => {
    const keys = Array.from({ length: 500 }, (_, at) => `key-${at}`);
    const created = new Map<string, Set<string>>();
    const retry = async (key: string): Promise<void> => {
      const options = { idempotencyKey: key };
      const { status, body } = await eventually(async () => {
        const reply = await suite.request(organization, "createProperty", { body: house({ title: key }) }, options);
        // A slow store can cause 503 under load; clients are expected to retry.
        expect(reply.status).not.to.equal(503);
        return reply;
      });
      // 409: another of the five requests is in progress.
      expect([201, 409]).to.include(status);
      if (status === 201) created.set(key, (created.get(key) ?? new Set()).add(body.id));
    };
    const queue = keys.values();
    const client = async (): Promise<void> => {
      for (const key of queue) await Promise.all(Array.from({ length: 5 }, () => retry(key)));
    };
    await Promise.all(Array.from({ length: 50 }, client));
    expect(created.size).to.equal(500);
    for (const [key, ids] of created) expect([...ids], key).to.have.length(1);
    const { body } = await suite.request(organization, "propertyCounts");
    expect(body.total).to.equal(500);
  });

  it("a repeated Idempotency-Key replays the response, and returns 422 for another body", async () => {
    const options = { idempotencyKey: "one" };
    const first = await suite.request(organization, "createProperty", { body: house() }, options);
    const again = await suite.request(organization, "createProperty", { body: house() }, options);
    expect(again.body).to.deep.equal(first.body);
    expect(again.headers).to.deep.equal({ ...first.headers, "idempotency-replayed": "true" });
    const other = await suite.request(organization, "createProperty", { body: house({ price: 1 }) }, options);
    expect(other).to.deep.include({ status: 422 });
    expect(other.problem.code).to.equal("idempotency_key_reused");
    const foreign = await suite.request(newId(), "createProperty", { body: house() }, options);
    expect(foreign.body.id).to.not.equal(first.body.id);
    for (const name of ["createAgent", "createAd"] as const) {
      const body = name === "createAgent" ? { name: "Ann" } : { headline: "Look" };
      const input = { params: { id: first.body.id }, body };
      const [one, two] = [
        await suite.request(organization, name, input, { idempotencyKey: name }),
        await suite.request(organization, name, input, { idempotencyKey: name }),
      ];
      expect([one.status, two.status], name).to.deep.equal([201, 201]);
      expect(two.body, name).to.deep.equal(one.body);
      expect(two.headers["idempotency-replayed"], name).to.equal("true");
    }
  });

  it("many large changes of one listing do not exceed the size limit of its document", async () => {
    const { id } = await create({ price: 0 });
    const description = "x".repeat(20_000);
    for (let price = 1; price <= 80; price++) {
      const body = { price, description: `${description.slice(10)}${price}` };
      expect((await suite.request(organization, "updateProperty", { params: { id }, body })).status).to.equal(200);
    }
    expect((await suite.request(organization, "getProperty", { params: { id } })).body.version).to.equal(81);
  });
});
