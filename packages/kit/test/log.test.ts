import { expect } from "chai";
import { spawn } from "node:child_process";
import { once } from "node:events";

const program = `
  import { createLogger } from ${JSON.stringify(new URL("../src/log.ts", import.meta.url).href)};
  const log = createLogger({ service: "s", level: "info" });
  log.info("ready");
  process.stdin.on("end", () => {
    for (let times = 0; times < 3; times++) log.fatal("nobody reads this");
    setImmediate(() => process.exit(7));
  });
  process.stdin.resume();
`;

describe("a log", () => {
  let child: ReturnType<typeof spawn> | undefined;
  after(() => void child?.kill("SIGKILL"));

  it("whose reader is gone keeps no process from its end", async () => {
    const started = spawn(process.execPath, ["--input-type=module", "--eval", program], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    child = started;
    const [line] = (await once(started.stdout, "data")) as [Buffer];
    expect(JSON.parse(line.toString())).to.include({ msg: "ready", level: "info" });
    started.stdout.destroy();
    started.stdin.end();
    expect(await once(started, "exit")).to.deep.equal([7, null]);
  });
});
