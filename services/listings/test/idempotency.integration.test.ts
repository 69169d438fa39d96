import { AppError } from "@plat/contracts";
import { newId, runIdempotent } from "@plat/kit";
import {
  eventually,
  type TcpProxy,
  startTcpProxy,
  type TestBackingServices,
  testBackingServices,
  uniqueName,
} from "@plat/testkit";
import { expect } from "chai";
import { connectStore, type Store } from "../src/store/connect.ts";
import { idempotencyStore } from "../src/store/idempotency-store.ts";
import { propertyStore } from "../src/store/property-store.ts";
import { log } from "./support.ts";

describe("idempotency store", () => {
  let backingServices: TestBackingServices;
  let link: TcpProxy;
  let store: Store;
  before(async () => {
    backingServices = await testBackingServices("mongo");
    link = await startTcpProxy(backingServices.url("mongo"));
    store = await connectStore({ url: link.url, database: uniqueName("listings"), log });
  });
  after(async () => {
    await store.close();
    await link.close();
    await backingServices.stop();
  });

  it("insert reports no existing entry if it expires between the insert and the lookup", async () => {
    const { idempotency } = store.models;
    const entry = {
      organizationId: newId(),
      key: "expiring",
      fingerprint: "f",
      reservedId: newId(),
      holder: "first",
      heldUntil: 0,
      expiresAt: Date.now() + 60_000,
      outcome: null,
      error: null,
    };
    await idempotencyStore(store.models).insert(entry);
    let lookups = 0;
    const expiring = Object.create(idempotency, {
      findOne: {
        value: (query: { _id: string }) => ({
          lean: async () => {
            lookups++;
            await idempotency.deleteOne(query);
            return idempotency.findOne(query).lean();
          },
        }),
      },
    }) as typeof idempotency;
    const next = idempotencyStore({ ...store.models, idempotency: expiring });
    expect(await next.insert({ ...entry, holder: "second" })).to.equal(undefined);
    expect(lookups).to.equal(1);
    expect(await idempotencyStore(store.models).insert({ ...entry, holder: "third" })).to.include({ holder: "second" });
  });

  it("a key whose request failed because of an outage is available again afterwards, with the same reserved id", async () => {
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
    // The outage outlasts the driver's timeout, so that no earlier command can still arrive.
    expect(await store.check().catch((error: unknown) => error)).to.be.instanceOf(Error);
    await link.heal();
    const outcome = await eventually(
      () =>
        runIdempotent(request, async (id) => {
          ids.push(id);
          return Promise.resolve({ body: { id } });
        }),
      { timeoutMs: 30_000 },
    );
    expect(ids).to.deep.equal([ids[0], ids[0]]);
    expect(outcome.body).to.deep.equal({ id: ids[0] });
  });
});
