import { gatewaySettings } from "@plat/gateway/config";
import { keysSettings } from "@plat/keys/config";
import { listingsSettings } from "@plat/listings/config";
import { startService, type ServiceProcess } from "@plat/dev";
import { searchSettings } from "@plat/search/config";
import { lenientTimeouts, uniqueName, slowSuiteTimeoutMs } from "@plat/testkit";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "chai";
import { Redis } from "ioredis";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { natsUsers } from "../src/nats-users.ts";
import { freshEnv, interpolate, readCompose, startOrder } from "../src/compose.ts";
import { parseDockerfile } from "../src/dockerfile.ts";
import { root } from "../src/image.ts";
import { startSecuredBackingServices } from "../src/secured-stack.ts";
import { runSmokeTest } from "../src/smoke-test.ts";

const settingsOf = { gateway: gatewaySettings, keys: keysSettings, listings: listingsSettings, search: searchSettings };
const onLoopback = "deploy/compose/loopback.yml";

describe("docker-compose.yml", function () {
  this.timeout(slowSuiteTimeoutMs);

  const env = freshEnv();
  const file = readCompose("docker-compose.yml", env);

  it("is valid according to the Compose specification's schema, also with loopback.yml", () => {
    const schema = JSON.parse(readFileSync(new URL("../schemas/compose-spec.json", import.meta.url), "utf8")) as object;
    const validate = new Ajv2020({ strict: false, validateFormats: false, allErrors: true }).compile(schema);
    for (const each of [file, readCompose(onLoopback, env)]) {
      validate(each);
      expect(validate.errors).to.equal(null);
    }
    expect(validate({ services: { a: { imagee: "x" } } }), "the schema sees a wrong name").to.equal(false);
  });

  it("refers only to existing services, networks, volumes, files and images of the Dockerfile", () => {
    expect(startOrder(file)).to.have.lengthOf(Object.keys(file.services).length);
    for (const [name, service] of Object.entries(file.services)) {
      for (const needed of Object.keys(service.depends_on ?? {})) expect(file.services, name).to.have.property(needed);
      for (const network of service.networks) expect(file.networks, name).to.have.property(network);
      for (const volume of service.volumes ?? []) {
        const [source = ""] = volume.split(":");
        if (source.startsWith("./")) expect(existsSync(join(root, source)), `${name}: ${source}`).to.equal(true);
        else expect(file.volumes, name).to.have.property(source);
      }
      expect(service.deploy?.resources.limits ?? (name === "mongo-init" ? {} : undefined), `${name}: limits`).to.be.an(
        "object",
      );
      expect(service.image, name)
        .to.match(/:[\w.-]+$/)
        .and.not.match(/:latest$/);
    }
    for (const name of Object.keys(readCompose(onLoopback, env).services)) expect(file.services).to.have.property(name);
    for (const name of natsUsers)
      expect(file.services[name]?.build, name).to.deep.equal({ context: ".", args: { SERVICE: name } });
  });

  it("names images that it builds so that no registry can provide them", () => {
    for (const name of natsUsers) expect(file.services[name]?.image).to.equal(`localhost/plat/${name}:local`);
    const released = readCompose("docker-compose.yml", {
      ...env,
      PLAT_IMAGES: "registry.example.com/plat",
      KEYS_VERSION: "1.2.3",
    });
    expect(released.services["keys"]?.image).to.equal("registry.example.com/plat/keys:1.2.3");
  });

  it("reads settings of services from an optional settings.env; .env takes precedence", () => {
    for (const name of natsUsers)
      expect(file.services[name]?.env_file, name).to.deep.equal([{ path: "settings.env", required: false }]);
    expect(readFileSync(join(root, ".gitignore"), "utf8").split("\n")).to.include.members([".env", "settings.env"]);
  });

  it("limits the memory of Redis below the limit of its container", () => {
    const { command = [], deploy } = file.services["redis"] ?? {};
    const mebibytes = (text = ""): number => Number(/^(\d+)mb?$/i.exec(text)?.[1]);
    expect(mebibytes(command[command.indexOf("--maxmemory") + 1]))
      .to.be.greaterThan(0)
      .and.at.most(mebibytes(deploy?.resources.limits["memory"]) * 0.8);
  });

  it("depends only on services that have a health check or exit", () => {
    const dockerfile = parseDockerfile(readFileSync(join(root, "Dockerfile"), "utf8"));
    const imagesCheck = dockerfile.some(({ keyword }) => keyword === "HEALTHCHECK");
    for (const [name, service] of Object.entries(file.services))
      for (const [needed, { condition }] of Object.entries(service.depends_on ?? {})) {
        const other = file.services[needed];
        if (condition === "service_healthy")
          expect(
            other?.healthcheck !== undefined || (imagesCheck && other?.build !== undefined),
            `${name} → ${needed}`,
          ).to.equal(true);
        for (const profile of service.profiles) expect(other?.profiles, `${name} → ${needed}`).to.include(profile);
      }
  });

  it("passes only settings that the services read", () => {
    for (const name of natsUsers)
      for (const variable of Object.keys(file.services[name]?.environment ?? {}))
        expect(settingsOf[name], name).to.have.property(variable);
  });

  it("exposes only the gateway and runs services unprivileged", () => {
    expect(file.networks["internal"]).to.deep.equal({ internal: true });
    const open = Object.entries(file.services).filter(
      ([, { ports, profiles }]) => ports !== undefined && profiles.includes("plat"),
    );
    expect(open.map(([name]) => name)).to.deep.equal(["gateway"]);
    for (const name of natsUsers) expect(file.services[name]).to.deep.include({ read_only: true, cap_drop: ["ALL"] });
  });

  it("has every service and program that a docker compose command in the docs names", () => {
    const operate = readdirSync(join(root, "docs/operate")).map((name) => `docs/operate/${name}`);
    const pages = ["README.md", "docs/develop/releasing.md", ...operate];
    const lines = pages.flatMap((page) => readFileSync(join(root, page), "utf8").split("\n"));
    const said = lines.flatMap(
      (line) => /\bdocker compose ((?:run|exec|stop|kill) [^`)>|<]*)/.exec(line)?.[1]?.trim() ?? [],
    );
    expect(said.length).to.be.greaterThan(5);
    for (const command of said) {
      const [verb = "", ...words] = command.replace(/--signal HUP /, "").split(" ");
      const [first = "", ...rest] = words.filter((word, at) => !(word.startsWith("-") && at < 2));
      const named = verb === "stop" || verb === "kill" ? [first, ...rest] : [first];
      for (const name of named) expect(file.services, command).to.have.property(name);
      for (const script of rest.filter((word) => word.startsWith("service/")))
        expect(existsSync(join(root, script.replace("service/", `services/${first}/`))), command).to.equal(true);
    }
  });

  it("make-env.sh creates a file that only its owner can read, and never overwrites one", () => {
    const folder = mkdtempSync(join(tmpdir(), "plat-env-"));
    try {
      const target = join(folder, ".env");
      const make = (): string =>
        execFileSync(
          "sh",
          ["-c", 'umask 022; exec sh "$0" "$1" 2>&1', join(root, "deploy/compose/make-env.sh"), target],
          {
            encoding: "utf8",
          },
        );
      expect(make()).to.equal("");
      expect(statSync(target).mode & 0o777).to.equal(0o600);
      const made = readFileSync(target, "utf8");
      for (const name of Object.keys(env)) expect(made).to.match(new RegExp(`^${name}=`, "m"));
      expect(make).to.throw(/./).with.property("stdout").that.includes("is there already");
      expect(readFileSync(target, "utf8")).to.equal(made);
      rmSync(target);
      symlinkSync(join(folder, "elsewhere"), target);
      expect(make, "not through a link either").to.throw();
      expect(existsSync(join(folder, "elsewhere"))).to.equal(false);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("names required settings without a safe default", () => {
    for (const variable of Object.keys(env).filter((name) => /_(PASSWORD|SECRET)$/.test(name))) {
      const { [variable]: _, ...less } = env;
      expect(() => readCompose("docker-compose.yml", less), variable).to.throw(variable);
    }
    const empty = { ...env, SIGNING_KEY_SECRET: "" };
    expect(() => readCompose("docker-compose.yml", empty)).to.throw("SIGNING_KEY_SECRET is not set: generate it");
    expect(interpolate("${A:-b} ${C} $${D}", { C: "c" })).to.equal("b c ${D}");
  });

  it("starts the services in its order, with its environment, passwords and permissions", async () => {
    const chosen = readCompose("docker-compose.yml", { ...env, RATE_LIMITS: "off" });
    const secured = await startSecuredBackingServices(chosen.services["nats"]?.environment);
    const started: ServiceProcess[] = [];
    const log: string[] = [];
    try {
      const { mongo, elasticsearch, redis, nats } = secured.backingServices;
      const admin = new Redis(redis.url);
      await admin.config("SET", "requirepass", env["REDIS_PASSWORD"] ?? "");
      admin.disconnect();
      /** Replaces the container address of a backing service by its address here; nothing else is changed. */
      const here = (value: string): string =>
        value
          .replace("mongodb://mongo:27017/?replicaSet=plat", mongo.url)
          .replace("http://elasticsearch:9200", elasticsearch.url)
          .replace("redis:6379", new URL(redis.url).host)
          .replace("nats:4222", new URL(nats.url).host);
      for (const name of startOrder(chosen)) {
        const user = natsUsers.find((each) => each === name);
        if (user === undefined) continue;
        const given = Object.entries(chosen.services[name]?.environment ?? {}).map(([variable, value]) => [
          variable,
          here(value),
        ]);
        const own = {
          ...lenientTimeouts,
          ...(user === "gateway" ? { HOST: "127.0.0.1", PORT: "0" } : {}),
          ...(user === "keys" || user === "listings" ? { MONGO_DATABASE: uniqueName(user) } : {}),
          ...(user === "search" ? { ELASTICSEARCH_INDEX: uniqueName("compose").toLowerCase() } : {}),
        };
        const all = { ...(Object.fromEntries(given) as Record<string, string>), ...own, OPS_HOST: "127.0.0.1" };
        started.push(await startService(user, { env: all, onLine: (line) => log.push(line) }));
      }
      await runSmokeTest(started.at(-1)?.url ?? "", "compose");
      expect(log.filter((line) => /permission|violation|NOAUTH|WRONGPASS/i.test(line))).to.deep.equal([]);
    } finally {
      await Promise.all(started.map((service) => service.stop()));
      await secured.stop();
    }
  });
});
