// moleculer-web in front of a listings service over NATS, with its rate limiter (which supports one window) on Redis.
import { Redis } from "ioredis";
import { ServiceBroker } from "moleculer";
import ApiGateway from "moleculer-web";
import { createAuthenticator } from "../shared/authenticate.js";
import { connectModels } from "../shared/models.js";
import { onStop, readSettings, ready } from "../shared/settings.js";

const settings = readSettings();
const { connection, ApiKey } = await connectModels(settings);
const redis = new Redis(settings.redisUrl);
const authenticate = createAuthenticator({ redis, ApiKey, jwtSecret: settings.jwtSecret });

class RedisLimits {
  constructor(windowMs) {
    this.windowMs = windowMs;
  }
  get resetTime() {
    return (Math.floor(Date.now() / this.windowMs) + 1) * this.windowMs;
  }
  async inc(key) {
    const name = `limit:${Math.floor(Date.now() / this.windowMs)}:${key}`;
    const [[error, count]] = await redis.multi().incr(name).pexpire(name, this.windowMs).exec();
    if (error !== null) throw error;
    return count;
  }
}

const [minute] = settings.limits;
const broker = new ServiceBroker({
  nodeID: `gateway-${process.pid}`,
  transporter: settings.natsUrl,
  logLevel: "warn",
});
const service = broker.createService({
  name: "api",
  mixins: [ApiGateway],
  settings: {
    port: settings.port,
    ip: "127.0.0.1",
    rateLimit: {
      window: minute.ttlMs,
      limit: minute.limit,
      headers: true,
      key: (request) => request.headers.authorization,
      StoreFactory: RedisLimits,
    },
    routes: [
      {
        path: "/",
        authentication: true,
        mappingPolicy: "restrict",
        bodyParsers: { json: { limit: "2mb" } },
        aliases: {
          "GET fixed": "listings.fixed",
          "GET properties/aggregations": "listings.aggregations",
          "GET properties/:id": "listings.get",
          "GET properties/:id/similar": "listings.similar",
          "POST properties/search": "listings.search",
          "POST properties": "listings.create",
          "POST properties/batch": "listings.batch",
        },
      },
    ],
  },
  methods: {
    async authenticate(_context, _route, request) {
      const caller = await authenticate(request.headers.authorization);
      if (caller === undefined) throw new ApiGateway.Errors.UnAuthorizedError("NO_CREDENTIAL");
      return caller;
    },
  },
});
await broker.start();
await broker.waitForServices("listings");
ready(service.server);
onStop(async () => {
  await broker.stop();
  await Promise.all([connection.close(), redis.quit()]);
});
