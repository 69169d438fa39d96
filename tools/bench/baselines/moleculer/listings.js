// The listings service. Only this service uses MongoDB and Elasticsearch.
import { Errors, ServiceBroker } from "moleculer";
import { createListings } from "../shared/listings.js";
import { connectModels } from "../shared/models.js";
import { batchRequest, propertyCreate, searchRequest } from "../shared/schemas.js";
import { onStop, readSettings, ready } from "../shared/settings.js";

const settings = readSettings();
const { connection, Property } = await connectModels(settings);
const listings = createListings({ Property, ...settings });

const found = (value) => {
  if (value === null) throw new Errors.MoleculerClientError("Not found", 404, "NOT_FOUND");
  return value;
};
const parsed = (schema, params) => {
  const result = schema.safeParse(params);
  if (!result.success) throw new Errors.ValidationError("Invalid", "INVALID", result.error.issues);
  return result.data;
};
const id = { params: { id: "uuid" } };

const broker = new ServiceBroker({
  nodeID: `listings-${process.pid}`,
  transporter: settings.natsUrl,
  logLevel: "warn",
});
broker.createService({
  name: "listings",
  actions: {
    fixed: () => listings.fixed(),
    get: {
      ...id,
      handler: async ({ params, meta }) => found(await listings.find(params.id, meta.user.organizationId)),
    },
    similar: {
      ...id,
      handler: async ({ params, meta }) => found(await listings.similar(params.id, meta.user.organizationId)),
    },
    aggregations: ({ params }) => listings.aggregations(params.status),
    search: ({ params, meta }) => listings.search(parsed(searchRequest, params), meta.user.organizationId),
    async create({ params, meta }) {
      meta.$statusCode = 201;
      return listings.create(parsed(propertyCreate, params), meta.user.organizationId);
    },
    async batch({ params, meta }) {
      const { items } = parsed(batchRequest, params);
      return listings.createMany(
        items.map((item) => propertyCreate.safeParse(item).data),
        meta.user.organizationId,
      );
    },
  },
});
await broker.start();
ready(undefined);
onStop(async () => {
  await broker.stop();
  await Promise.all([connection.close(), listings.close()]);
});
