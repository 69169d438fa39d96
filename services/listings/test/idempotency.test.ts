import { AppError } from "@plat/contracts";
import { newId, runIdempotent } from "@plat/kit";
import { eventually, type Link, linkTo, type TestEngines, testEngines, uniqueName } from "@plat/testkit";
import { expect } from "chai";
import { connectStore, type Store } from "../src/store/connect.ts";
import { idempotencyStore } from "../src/store/idempotency.ts";
import { propertyStore } from "../src/store/properties.ts";
import { log } from "./support.ts";

describe("an Idempotency-Key whose request met a store that went away", () => {
  let engines: TestEngines;
  let link: Link;
  let store: Store;
  before(async () => {
    engines = await testEngines("mongo");
    link = await linkTo(engines.url("mongo"));
    store = await connectStore({ url: link.url, database: uniqueName("listings"), log });
  });
  after(async () => {
    await store.close();
    await link.close();
    await engines.stop();
  });

  it("is free again soon after the store is back, and makes the same thing", async () => {
    const request = {
      store: idempotencyStore(store.models),
      organizationId: newId(),
      key: "one",
      fingerprint: "f",
      newId,
      now: Date.now,
    };
    const ids: string[] = [];
    const failed = await runIdempotent(request, async (id) => {
      ids.push(id);
      await link.cut();
      await propertyStore(store.models).get(id);
      return { body: {} };
    }).catch((error: unknown) => error);
    expect(failed).to.be.instanceOf(AppError).and.to.include({ code: "unavailable" });
    // Away for longer than the driver waits for it, so that nothing sent until now can still arrive.
    expect(await store.check().catch((error: unknown) => error)).to.be.instanceOf(Error);
    await link.heal();
    const answer = await eventually(
      () =>
        runIdempotent(request, async (id) => {
          ids.push(id);
          return Promise.resolve({ body: { id } });
        }),
      { timeoutMs: 30_000 },
    );
    expect(ids).to.deep.equal([ids[0], ids[0]]);
    expect(answer.body).to.deep.equal({ id: ids[0] });
  });
});
