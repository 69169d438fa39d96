import { newId } from "@plat/kit";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { propertyEvents } from "../src/change.ts";
import { newProperty } from "../src/property.ts";
import { connectStore } from "../src/store/connect.ts";
import { propertyStore } from "../src/store/properties.ts";
import { house, log, startSuite } from "./support.ts";

describe("the sweeper", () => {
  it("relays the events of every organization, although those of one that comes first cannot be", async () => {
    const suite = await startSuite();
    const store = await connectStore({ url: suite.engines.url("mongo"), database: suite.config.MONGO_DATABASE, log });
    try {
      const hourAgo = Date.now() - 3_600_000;
      const [broken, whole] = [newId(), newId()];
      for (const [at, organizationId] of [broken, whole].entries()) {
        const now = new Date(hourAgo + at).toISOString();
        const property = newProperty(house(), {
          id: newId(),
          organizationId,
          now,
          defaultCurrency: null,
        });
        // One whose text is none that can be read stands for whatever can be wrong with one organization alone.
        const events = propertyEvents(null, property);
        await propertyStore(store.models).insert([{ listing: { property, ads: [] }, events }]);
        if (organizationId === broken)
          await store.models.properties.collection.updateOne({ _id: property.id } as object, {
            $set: { "pending.0.changes": "{" },
          });
      }
      await eventually(async () => {
        const { body } = await suite.ask(whole, "listEvents");
        expect(body.data.map(({ type }) => type)).to.deep.equal(["property.created"]);
      });
      expect((await suite.ask(broken, "listEvents")).body.data).to.deep.equal([]);
    } finally {
      await store.close();
      await suite.stop();
    }
  });
});
