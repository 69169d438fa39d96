import { expect } from "chai";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createLogger, redact } from "../src/index.ts";

const program = `
  import { createLogger } from ${JSON.stringify(new URL("../src/log.ts", import.meta.url).href)};
  const log = createLogger({ service: "s", level: "info" });
  log.info("ready");
  process.stdin.on("end", () => {
    for (let times = 0; times < 3; times++) log.fatal("not read by anyone");
    setImmediate(() => process.exit(7));
  });
  process.stdin.resume();
`;

describe("standard output of the logger", () => {
  let child: ReturnType<typeof spawn> | undefined;
  after(() => void child?.kill("SIGKILL"));

  it("does not block the exit of the process when its reader has exited", async () => {
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

describe("log redaction", () => {
  it("removes API keys, tokens and passwords in URLs from every field, and leaves valid JSON", () => {
    const key = `svc_pk_${"a1B2".repeat(12)}`;
    const token = `eyJhbGciOiJFZERTQSJ9.${"x".repeat(40)}.${"y".repeat(40)}`;
    const lines: string[] = [];
    const log = createLogger({
      service: "s",
      level: "info",
      destination: { write: (line: string) => lines.push(line) },
    });
    log.error(
      { err: new Error(`bad ${key}`), headers: { authorization: `Bearer ${token}` } },
      `at /properties?api_key=${key}&x=1`,
    );
    log.info({ url: "mongodb://user:hunter2@db/keys" }, "connected");
    const text = lines.join("");
    expect(text).to.include("svc_pk_[redacted]").and.include("x=1");
    for (const secret of [key, token, "hunter2"]) expect(text).to.not.include(secret);
    expect(() => lines.map((line) => JSON.parse(line) as unknown)).to.not.throw();
  });

  it("removes tokens regardless of the text before them, and leaves similar text unchanged", () => {
    const token = `eyJ${"a".repeat(20)}.eyJ${"b".repeat(20)}.${"c".repeat(20)}`;
    for (const before of ["", "Bearer%20", "a.", "eyJ.", "-", "a.b.c.", "eyJeyJ.b."])
      expect(redact(`${before}${token} x`), before).to.equal(`${before}[redacted token] x`);
    for (const plain of ["eyJaaaaaaaaaaaaa", "eyJ.a.b", "eyJa.bbbbbbbbb.c", "www.example-host.com"])
      expect(redact(plain)).to.equal(plain);
  });

  it("runs in linear time for adversarial input", () => {
    for (const piece of ["eyJ", "eyJaaaaaaaa.", "svc_pk_", "api_key=", "://a:", "://", ":"]) {
      const text = piece.repeat(1_000_000 / piece.length);
      expect(redact(text).length, piece).to.be.above(0);
    }
  });

  it("leaves text without secrets unchanged", () => {
    expect(redact('{"url":"http://127.0.0.1:8080/docs?x=1"}')).to.equal('{"url":"http://127.0.0.1:8080/docs?x=1"}');
  });
});
