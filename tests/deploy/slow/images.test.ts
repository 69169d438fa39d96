import { sendRequest, eventually, row, rows, uniqueName } from "@plat/testkit";
import { expect } from "chai";
import { execFile } from "node:child_process";
import { chmod, mkdtemp, readdir, realpath, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { natsLogin, natsUsers, type NatsUser } from "../src/nats-users.ts";
import { chart, objectsOf, podOf, render } from "../src/chart.ts";
import { buildImage, type Image, placedEnv, type Stages } from "../src/image.ts";
import { launch, type Launched } from "../src/launch.ts";
import { type SecuredBackingServices, startSecuredBackingServices } from "../src/secured-stack.ts";
import { runSmokeTest } from "../src/smoke-test.ts";

const run = promisify(execFile);
const sizeMax = 64 * 1024 * 1024;

describe("images, built step by step and run without containers", function () {
  this.timeout(600_000);
  let folder: string;
  let secured: SecuredBackingServices;
  const images = new Map<NatsUser, Image>();
  const running: Launched[] = [];

  const image = (name: NatsUser): Image => {
    const found = images.get(name);
    if (found === undefined) throw new Error(`${name} was not built`);
    return found;
  };
  const filesOf = async (name: NatsUser): Promise<string[]> => {
    const { files } = image(name);
    const found = await readdir(files, { recursive: true, withFileTypes: true });
    const whole = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    // Does not follow links, of which pnpm creates many.
    return [...new Set(await Promise.all(whole.map((file) => realpath(file))))].map((file) => relative(files, file));
  };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "plat-images-"));
    await chmod(folder, 0o755);
    const kept: Stages = new Map();
    for (const name of natsUsers) {
      const args = { SERVICE: name, VERSION: "1.2.3", REVISION: "abc" };
      images.set(name, await buildImage({ folder: join(folder, name), args, kept }));
    }
    secured = await startSecuredBackingServices();
  });
  after(async () => {
    await Promise.all(running.map((service) => service.stop()));
    await secured?.stop();
    await rm(folder, { recursive: true });
  });

  it("contain one service with its imports, without tests, other services or development dependencies", async () => {
    for (const name of natsUsers) {
      const files = await filesOf(name);
      const own = files.filter((file) => !file.startsWith("app/node_modules/"));
      expect(own.filter((file) => /\/(test|bench)\//.test(file))).to.deep.equal([]);
      expect(files.filter((file) => /\.pnpm\/(mocha|chai|typescript|turbo|oxlint|vite)@/.test(file))).to.deep.equal([]);
      const folders = own.flatMap((file) => /^app\/(services|packages)\/[^/]+/.exec(file)?.[0] ?? []);
      const imports = {
        gateway: ["contracts", "kit"],
        keys: ["contracts", "kit", "mongo"],
        listings: ["contracts", "kit", "mongo"],
        search: ["contracts", "interpreter", "kit"],
      }[name];
      const expected = [`app/services/${name}`, ...imports.map((each) => `app/packages/${each}`)];
      expect([...new Set(folders)]).to.have.members(expected);
      expect(files).to.include.members([`app/services/${name}/src/main.ts`, "app/healthcheck.mjs"]);
      expect(files.includes("app/dashboard/index.html")).to.equal(name === "gateway");
      expect(image(name).labels["org.opencontainers.image.title"]).to.equal(`plat-${name}`);
      expect(image(name).labels["org.opencontainers.image.version"]).to.equal("1.2.3");
    }
  });

  it("add little to their base image", async () => {
    for (const name of natsUsers) {
      const sizes = await Promise.all(
        (await filesOf(name)).map(async (file) => {
          const found = await stat(join(image(name).files, file)).catch(() => undefined);
          return found?.isFile() === true ? found.size : 0;
        }),
      );
      const size = sizes.reduce((sum, each) => sum + each, 0);
      console.log(
        `      ${name}: ${(size / 1024 / 1024).toFixed(1)} MiB, ${sizes.filter((each) => each > 0).length} files`,
      );
      expect(size).to.be.below(sizeMax);
    }
  });

  it("run unprivileged from read-only files, pass the smoke test, and report their health", async () => {
    const isRoot = process.getuid?.() === 0;
    for (const name of natsUsers) {
      const built = image(name);
      const [uid = 0, gid = 0] = built.user.split(":").map(Number);
      expect(uid, "the user of the image").to.equal(1000);
      await run("chmod", ["-R", "a-w", built.files]);
      const scratch = join(folder, `tmp-${name}`);
      await run("mkdir", ["-m", "777", scratch]);
      const env = {
        PATH: dirname(process.execPath),
        ...placedEnv(built),
        ...secured.settings,
        ...natsLogin(name),
        MONGO_DATABASE: uniqueName(`image_${name}`),
        RATE_LIMITS: "off",
        HOST: "127.0.0.1",
        PORT: "0",
        OPS_PORT: "0",
        TMPDIR: scratch,
        NODE_COMPILE_CACHE: join(scratch, "compiled"),
      };
      const service = await launch({
        name,
        command: built.command,
        cwd: join(built.files, built.workdir),
        env,
        ...(isRoot ? { user: { uid, gid } } : {}),
      });
      running.push(service);
      const [program = "", ...args] = built.healthcheck;
      const healthy = { cwd: join(built.files, built.workdir), env: { ...env, OPS_PORT: String(service.opsPort) } };
      const { stdout } = await run(program, args, healthy);
      expect(JSON.parse(stdout)).to.include({ status: "ready" });
    }
    const gateway = running.find((service) => service.name === "gateway");
    await runSmokeTest(gateway?.url ?? "", "images");
    const page = await fetch(`${gateway?.url}/dashboard/`);
    expect(page.status, "the web page").to.equal(200);
    expect(await page.text()).to.match(/<script type="module"/);
    const violations = running.flatMap(({ lines }) =>
      lines.filter((line) => /permission|violation|EACCES|EROFS/i.test(line)),
    );
    expect(violations).to.deep.equal([]);
  });

  it("run the chart's jobs: rebuild a lost index while Plat runs, and verify it against the store", async () => {
    const values = await render(["-f", join(chart, "examples/managed.yaml"), "--set", "jobs.reindex.enabled=true"]);
    const [reindex = [], verify = []] = ["Job", "CronJob"].map((kind) => {
      const found = objectsOf(values).find((object) => object.kind === kind);
      return (found === undefined ? undefined : podOf(found))?.spec.containers[0]?.command;
    });
    const built = image("search");
    const job = async ([program = "", ...args]: readonly string[]): Promise<{ code: number; output: string }> => {
      const env = {
        PATH: dirname(process.execPath),
        ...placedEnv(built),
        ...secured.settings,
        ...natsLogin("search"),
        NODE_COMPILE_CACHE: join(folder, "tmp-search", "compiled"),
      };
      const [uid = 0, gid = 0] = built.user.split(":").map(Number);
      const user = process.getuid?.() === 0 ? { uid, gid } : {};
      return run(program, args, { cwd: join(built.files, built.workdir), env, ...user }).then(
        ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
        (error: { code: number; stdout: string; stderr: string }) => ({
          code: error.code,
          output: error.stdout + error.stderr,
        }),
      );
    };
    const url = running.find((service) => service.name === "gateway")?.url ?? "";
    const user = { email: "jobs@example.com", password: "correct horse battery" };
    const token = String(
      row(await sendRequest(url, "/auth/sign-up", { body: { organizationName: "Jobs", ...user } }))["token"],
    );
    const body = { title: "House", propertyType: "House", propertyCategory: "Residential", price: 100_000 };
    const made = await sendRequest(url, "/properties?waitForIndex=true", { token, body });
    expect(made.status, JSON.stringify(made.body)).to.equal(201);
    const id = String(row(made)["id"]);
    const found = async (): Promise<unknown[]> =>
      rows(await sendRequest(url, "/properties/search", { token, body: { limit: 100 } })).map((each) => each["id"]);
    expect(await found()).to.include(id);

    const { ELASTICSEARCH_URL: elasticsearchUrl = "", ELASTICSEARCH_INDEX: alias = "" } = secured.settings;
    const lost = await fetch(`${elasticsearchUrl}/${alias}/_doc/${id}?refresh=true`, { method: "DELETE" });
    expect(lost.status, await lost.text()).to.equal(200);
    expect(await found()).to.not.include(id);
    const different = await job([...verify, "--retry-timeout", "0"]);
    expect(different.code, different.output).to.equal(1);
    const rebuilt = await job(reindex);
    expect(rebuilt.code, rebuilt.output).to.equal(0);
    expect(await found()).to.include(id);
    const equal = await job(verify);
    expect(equal.code, equal.output).to.equal(0);
    expect(equal.output).to.match(/[1-9]\d* compared, 0 different/);
  });

  it("are unhealthy while a dependency is unavailable", async () => {
    const keys = running.find((service) => service.name === "keys");
    await secured.backingServices.redis.kill();
    const [program = "", ...args] = image("keys").healthcheck;
    const check = {
      cwd: join(image("keys").files, "app"),
      env: { PATH: dirname(process.execPath), OPS_PORT: String(keys?.opsPort) },
    };
    const said = await eventually(async () => {
      const failed = await run(program, args, check).then(
        () => undefined,
        (error: { code: number; stdout: string }) => error,
      );
      if (failed === undefined) throw new Error("still healthy");
      return failed;
    });
    expect(said.code).to.equal(1);
    expect(said.stdout).to.include('"away":["redis"]');
    await secured.backingServices.redis.restart();
  });
});
