import { expect } from "chai";
import {
  booleanSetting,
  choiceSetting,
  ConfigError,
  integerSetting,
  loadConfig,
  mongoUrlSetting,
  optionalSetting,
  settingsTable,
  stringSetting,
  urlSetting,
} from "../src/index.ts";

const settings = {
  NAME: stringSetting("A name"),
  PORT: integerSetting("A port", { min: 0, max: 65_535 }, { default: "8080" }),
  SIGN_UP: booleanSetting("Whether anyone may", { default: "on" }),
  LEVEL: choiceSetting("How loud", ["info", "debug"], { default: "info" }),
  REDIS_URL: urlSetting("Redis", ["redis", "rediss"], { default: "redis://127.0.0.1:6379" }),
  PASSWORD: optionalSetting("A secret", { secret: true }),
};

describe("settings", () => {
  it("are read with their types, and left out ones take their defaults", () => {
    expect(loadConfig(settings, { NAME: "a", PORT: "0", SIGN_UP: "off" })).to.deep.equal({
      NAME: "a",
      PORT: 0,
      SIGN_UP: false,
      LEVEL: "info",
      REDIS_URL: "redis://127.0.0.1:6379",
      PASSWORD: undefined,
    });
  });

  it("that are bad are all named at once", () => {
    const env = { PORT: "80a", SIGN_UP: "maybe", LEVEL: "loud", REDIS_URL: "127.0.0.1" };
    expect(() => loadConfig(settings, env))
      .to.throw(ConfigError)
      .with.property("message")
      .that.includes("NAME is required")
      .and.includes("PORT")
      .and.includes("SIGN_UP")
      .and.includes("LEVEL")
      .and.includes("REDIS_URL");
  });

  for (const port of ["", "-1", "65536", "1.5", "0x10", "1e3", " 1"])
    it(`refuse ${JSON.stringify(port)} as a port`, () => {
      expect(() => loadConfig(settings, { NAME: "a", PORT: port })).to.throw(ConfigError, "PORT");
    });

  it("take a replica set's connection string, whose hosts are parted by commas", () => {
    const mongo = { MONGO_URL: mongoUrlSetting("MongoDB") };
    const url = "mongodb://a:27017,b:27017,c:27017/?replicaSet=rs0";
    expect(loadConfig(mongo, { MONGO_URL: url })).to.deep.equal({ MONGO_URL: url });
    expect(() => loadConfig(mongo, { MONGO_URL: "http://a" })).to.throw(ConfigError, "MONGO_URL");
  });

  it("that are secret never stand in the message", () => {
    const secret = { TOKEN: { ...integerSetting("t", { min: 0, max: 1 }), secret: true } };
    expect(() => loadConfig(secret, { TOKEN: "hunter2" }))
      .to.throw(ConfigError)
      .with.property("message")
      .that.does.not.include("hunter2");
  });

  it("appear in the table with default and meaning", () => {
    expect(settingsTable(settings).split("\n"))
      .to.include("| `PORT` | `8080` | A port |")
      .and.include("| `NAME` | required | A name |");
  });
});
