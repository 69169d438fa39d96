import { type IndexDocument, listingsContract } from "@plat/contracts";
import { connectNats, createLogger, createMetrics, newId, RpcClient, serve } from "@plat/kit";
import { testBackingServices } from "@plat/testkit";
import { expect } from "chai";
import { readAllDocuments, createListingsClient } from "../src/listings/listings-client.ts";

describe("listings client", () => {
  it("returns all documents, whether the service responds in parts or, like older releases, completely", async () => {
    const backingServices = await testBackingServices("nats");
    const log = createLogger({ service: "test", level: "silent" });
    const connection = await connectNats({ url: backingServices.url("nats"), name: "listings", log });
    const rpc = new RpcClient(connection, "_INBOX_listings");
    const unknown = newId();
    const tombstone = (id: string): IndexDocument => ({
      id,
      version: 1,
      deleted: true,
      property: null,
      ads: [],
      changedAt: "2026-01-01T00:00:00.000Z",
    });
    const pageSizes: number[] = [];
    let batched = true;
    const { documents } = listingsContract;
    const server = serve(
      connection,
      { documents },
      {
        documents: async ({ body: { ids, partly } }) => {
          pageSizes.push(ids.length);
          const page = batched && partly === true ? ids.slice(0, 300) : ids;
          const found = page.filter((id) => id !== unknown).map(tombstone);
          return { body: { documents: found, ...(batched ? { rest: ids.slice(page.length) } : {}) } };
        },
      },
      { queue: "listings", log, metrics: createMetrics("test") },
    );
    const ids = [...Array.from({ length: 700 }, newId), unknown];
    const listingsClient = createListingsClient(rpc);
    const all = async (): Promise<IndexDocument[]> => {
      const found: IndexDocument[] = [];
      for await (const some of readAllDocuments(listingsClient, ids)) found.push(...some);
      return found;
    };
    const found = await all();
    expect(found.map(({ id }) => id)).to.deep.equal(ids.slice(0, -1));
    expect(pageSizes).to.deep.equal([500, 401, 101]);
    batched = false;
    expect(await all()).to.have.length(700);
    expect(pageSizes.slice(3)).to.deep.equal([500, 201]);
    await server.drain();
    rpc.close();
    await connection.close();
    await backingServices.stop();
  });
});
