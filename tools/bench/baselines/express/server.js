// One process: Express on mongoose and the Elasticsearch client, express-rate-limit with its Redis store.
import express from "express";
import { rateLimit } from "express-rate-limit";
import { Redis } from "ioredis";
import { RedisStore } from "rate-limit-redis";
import { createAuthenticator } from "../shared/authenticate.js";
import { createListings } from "../shared/listings.js";
import { connectModels } from "../shared/models.js";
import { batchRequest, propertyCreate, searchRequest } from "../shared/schemas.js";
import { onStop, readSettings, ready } from "../shared/settings.js";

const settings = readSettings();
const { connection, Property, ApiKey } = await connectModels(settings);
const redis = new Redis(settings.redisUrl);
const authenticate = createAuthenticator({ redis, ApiKey, jwtSecret: settings.jwtSecret });
const listings = createListings({ Property, ...settings });

const app = express();
app.disable("x-powered-by");
app.use(async (request, response, next) => {
  const caller = await authenticate(request.headers.authorization);
  if (caller === undefined) return void response.status(401).json({ code: "unauthorized" });
  request.caller = caller;
  next();
});
for (const { name, limit, ttlMs } of settings.limits) {
  app.use(
    rateLimit({
      windowMs: ttlMs,
      limit,
      identifier: name,
      standardHeaders: "draft-8",
      legacyHeaders: false,
      keyGenerator: (request) => request.caller.id,
      store: new RedisStore({
        prefix: `limit:${name}:`,
        sendCommand: (command, ...args) => redis.call(command, ...args),
      }),
    }),
  );
}
app.use(express.json({ limit: "2mb" }));

const found = (response, value) =>
  value === null ? response.status(404).json({ code: "not_found" }) : response.json(value);
const parsed = (schema) => (request, response, next) => {
  const result = schema.safeParse(request.body);
  if (!result.success) return void response.status(400).json({ code: "invalid", issues: result.error.issues });
  request.body = result.data;
  next();
};

app.get("/fixed", (_request, response) => response.json(listings.fixed()));
app.get("/properties/aggregations", async (request, response) =>
  response.json(await listings.aggregations(request.query.status)),
);
app.get("/properties/:id", async (request, response) =>
  found(response, await listings.find(request.params.id, request.caller.organizationId)),
);
app.get("/properties/:id/similar", async (request, response) =>
  found(response, await listings.similar(request.params.id, request.caller.organizationId)),
);
app.post("/properties/search", parsed(searchRequest), async (request, response) =>
  response.json(await listings.search(request.body, request.caller.organizationId)),
);
app.post("/properties", parsed(propertyCreate), async (request, response) =>
  response.status(201).json(await listings.create(request.body, request.caller.organizationId)),
);
app.post("/properties/batch", parsed(batchRequest), async (request, response) => {
  const rows = request.body.items.map((item) => propertyCreate.safeParse(item).data);
  response.json(await listings.createMany(rows, request.caller.organizationId));
});

const server = app.listen(settings.port, "127.0.0.1", () => ready(server));
onStop(async () => {
  server.close();
  server.closeAllConnections();
  await Promise.all([connection.close(), redis.quit(), listings.close()]);
});
