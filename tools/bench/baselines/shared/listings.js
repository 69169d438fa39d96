import { Client } from "@elastic/elasticsearch";
import { randomUUID } from "node:crypto";
import { aggregationsResponse, aggregationsQuery, searchQuery, similarQuery } from "./queries.js";

/** About 2 KB of JSON. */
const fixed = {
  items: Array.from({ length: 16 }, (_, index) => ({
    id: `00000000-0000-7000-8000-${String(index).padStart(12, "0")}`,
    title: "A bright apartment in the middle of the city",
    price: 250_000 + index,
    city: "Sacramento",
  })),
};

const present = ({ _id, ...rest }) => ({ id: _id, ...rest });

/** Reads and writes listings in MongoDB and Elasticsearch with the official clients. */
export function createListings({ Property, elasticsearchUrl, elasticsearchIndex: index }) {
  const elasticsearch = new Client({ node: elasticsearchUrl });

  const find = async (id, organizationId) => {
    const found = await Property.findById(id).lean();
    if (found === null || (found.status !== "active" && found.organizationId !== organizationId)) return null;
    return present(found);
  };

  /** Indexes after the response, in the same process. A listing that is not indexed then is missing until a reindex. */
  const addToIndex = (properties) => {
    const operations = properties.flatMap((property) => [{ index: { _index: index, _id: property.id } }, property]);
    elasticsearch.bulk({ operations }).catch((error) => console.error("not indexed", error));
  };

  return {
    fixed: () => fixed,
    find,
    async similar(id, organizationId, limit = 5) {
      const reference = await find(id, organizationId);
      if (reference === null) return null;
      const { hits } = await elasticsearch.search({ index, ...similarQuery(reference, limit) });
      return hits.hits.map((hit) => hit._source);
    },
    async aggregations(status = "active") {
      return aggregationsResponse(await elasticsearch.search({ index, ...aggregationsQuery(status) }));
    },
    async search(body, organizationId) {
      const { hits } = await elasticsearch.search({ index, ...searchQuery(body, organizationId) });
      return {
        data: hits.hits.map((hit) => hit._source),
        page: { limit: body.limit ?? 20 },
        total: { value: hits.total.value, relation: hits.total.relation },
      };
    },
    async create(input, organizationId) {
      const created = await Property.create({ ...input, _id: randomUUID(), organizationId });
      const property = present(created.toObject());
      addToIndex([property]);
      return property;
    },
    /** @param rows validated rows; an undefined one gets status 400 */
    async createMany(rows, organizationId) {
      const documents = rows.map((row) => row && { ...row, _id: randomUUID(), organizationId });
      const good = documents.filter((document) => document !== undefined);
      const stored = await Property.insertMany(good, { ordered: false });
      addToIndex(stored.map((document) => present(document.toObject())));
      return {
        data: documents.map((document, at) => ({
          index: at,
          status: document === undefined ? 400 : 201,
          id: document?._id ?? null,
        })),
      };
    },
    close: () => elasticsearch.close(),
  };
}
