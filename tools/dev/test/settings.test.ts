import { expect } from "chai";
import { checkSettings, serviceNames } from "../src/service-process.ts";

const backingServices = {
  MONGO_URL: "mongodb://127.0.0.1",
  ELASTICSEARCH_URL: "http://127.0.0.1",
  REDIS_URL: "redis://127.0.0.1",
  NATS_URL: "nats://127.0.0.1",
};

describe("--check-settings", () => {
  for (const name of serviceNames)
    it(`${name} accepts valid settings and names every invalid one without connecting to anything`, async () => {
      await checkSettings(name, backingServices);
      const bad = { ...backingServices, NATS_URL: "127.0.0.1", LOG_LEVEL: "loud" };
      const message = await checkSettings(name, bad).then(
        () => "taken",
        (error: Error) => error.message,
      );
      expect(message).to.match(new RegExp(`^the ${name} service cannot start:[^]*NATS_URL: [^]*`));
      expect(message).to.match(/LOG_LEVEL: "loud"/);
    });
});
