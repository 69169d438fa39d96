import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ServiceGroup } from "../src/service-group.ts";

describe("ServiceGroup", () => {
  let root: string;
  let group: ServiceGroup;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "plat-group-"));
    await mkdir(join(root, "services/keys/src"), { recursive: true });
    group = new ServiceGroup({ root, logDir: join(root, "logs") });
    await write(program("first"));
  });
  afterEach(async () => {
    await group.stopAll();
    await rm(root, { recursive: true, force: true });
  });

  const write = (text: string): Promise<void> => writeFile(join(root, "services/keys/src/main.ts"), text);
  /** A program that reports to be ready and runs until it is stopped. */
  const program = (release: string): string =>
    `setInterval(() => {}, 1000);
     console.log(JSON.stringify({ msg: "ready", opsPort: 1, release: "${release}" }));`;
  const log = (): Promise<string> => readFile(join(root, "logs/keys.log"), "utf8");
  const failure = (work: Promise<unknown>): Promise<string> => work.then(() => "", String);

  it("restart runs the current code, and is not an unexpected exit", async () => {
    const { exited } = await group.start("keys", {});
    await write(program("second"));
    await group.restart("keys");
    expect((await exited).signal).to.equal("SIGTERM");
    await eventually(async () => expect(await log()).to.match(/first[^]*second/));
    expect(await Promise.race([group.died, Promise.resolve("runs")])).to.equal("runs");
  });

  it("a service whose code is broken stays stopped until it is restarted with correct code", async () => {
    await group.start("keys", {});
    await write("throw new Error('broken');");
    expect(await failure(group.restart("keys"))).to.include("broken");
    await write(program("mended"));
    await group.restart("keys");
    await eventually(async () => expect(await log()).to.include("mended"));
  });

  it("died reports a process that was killed, with the path of its log", async () => {
    const service = await group.start("keys", {});
    await service.kill();
    expect(await group.died)
      .to.include("the keys service ended (SIGKILL)")
      .and.include(join(root, "logs/keys.log"));
  });
});
