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
  SIGN_UP: booleanSetting("Whether sign-up is open", { default: "on" }),
  LEVEL: choiceSetting("Log level", ["info", "debug"], { default: "info" }),
  REDIS_URL: urlSetting("Redis", ["redis", "rediss"], { default: "redis://127.0.0.1:6379" }),
  PASSWORD: optionalSetting("A secret", { secret: true }),
};

describe("loadConfig", () => {
  it("parses values and uses the defaults of missing variables", () => {
    expect(loadConfig(settings, { NAME: "a", PORT: "0", SIGN_UP: "off" })).to.deep.equal({
      NAME: "a",
      PORT: 0,
      SIGN_UP: false,
      LEVEL: "info",
      REDIS_URL: "redis://127.0.0.1:6379",
      PASSWORD: undefined,
    });
  });

  it("lists all missing and invalid variables in one ConfigError", () => {
    const env = { PORT: "80a", SIGN_UP: "maybe", LEVEL: "verbose", REDIS_URL: "127.0.0.1" };
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
    it(`rejects ${JSON.stringify(port)} as the value of an integer setting`, () => {
      expect(() => loadConfig(settings, { NAME: "a", PORT: port })).to.throw(ConfigError, "PORT");
    });

  it("accepts a MongoDB connection string with several hosts, and rejects other protocols", () => {
    const mongo = { MONGO_URL: mongoUrlSetting("MongoDB") };
    const url = "mongodb://a:27017,b:27017,c:27017/?replicaSet=rs0";
    expect(loadConfig(mongo, { MONGO_URL: url })).to.deep.equal({ MONGO_URL: url });
    expect(() => loadConfig(mongo, { MONGO_URL: "http://a" })).to.throw(ConfigError, "MONGO_URL");
  });

  it("omits the values of secret settings from the message", () => {
    const secret = { TOKEN: { ...integerSetting("t", { min: 0, max: 1 }), secret: true } };
    expect(() => loadConfig(secret, { TOKEN: "hunter2" }))
      .to.throw(ConfigError)
      .with.property("message")
      .that.does.not.include("hunter2");
  });
});

describe("settingsTable", () => {
  it("returns one row per setting with its default and description", () => {
    expect(settingsTable(settings).split("\n"))
      .to.include("| `PORT` | `8080` | A port |")
      .and.include("| `NAME` | required | A name |");
  });
});
