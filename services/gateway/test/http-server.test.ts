import { apiKeyOf } from "@plat/contracts";
import { createLogger } from "@plat/kit";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { randomBytes } from "node:crypto";
import type { RequestListener } from "node:http";
import { connect } from "node:net";
import { startHttpServer } from "../src/http/server.ts";
import { type TestGateway, startTestGateway } from "./support/test-gateway.ts";
import { createLoadClient, runLoad, type Sample } from "./support/load-client.ts";
import { sendRaw } from "./support/raw-http.ts";

describe("the life of a gateway", () => {
  let testGateway: TestGateway;
  const key = apiKeyOf(randomBytes(32));
  before(async () => {
    testGateway = await startTestGateway();
    await testGateway.storeKey(key);
  });
  after(() => testGateway.stop());

  it("ends without a failed request: what was sent is answered, what comes later finds no one listening", async () => {
    const gateway = await testGateway.startAnother();
    const client = createLoadClient(gateway.url);
    testGateway.services.respond = async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return { body: {} };
    };
    const samples: Sample[] = [];
    let stopped = false;
    const load = runLoad(
      16,
      () => stopped,
      async () => {
        samples.push(await client.send("/properties", key));
      },
    );
    await eventually(() => expect(samples.length).to.be.above(200));
    await gateway.stop();
    stopped = true;
    await load;
    client.close();
    const failed = samples.filter(({ status }) => status !== 200);
    expect(
      failed.map(({ status, error }) => `${status} ${error}`).filter((what) => what !== "0 ECONNREFUSED"),
    ).to.deep.equal([]);
  });

  it("ends without cutting a request that arrived while the process was held up", async () => {
    const log = createLogger({ service: "test", level: "silent" });
    const listener: RequestListener = (_, response) => response.end("here");
    const server = await startHttpServer(listener, { host: "127.0.0.1", port: 0, log });
    const socket = connect(server.port, "127.0.0.1");
    let heard = "";
    socket.on("data", (chunk: Buffer) => (heard += chunk.toString()));
    const request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
    socket.write(request);
    await eventually(() => expect(heard).to.match(/here$/));
    heard = "";
    // The end of a turn: the next one begins with timers, and looks at sockets after that.
    await new Promise(setImmediate);
    const drained = server.drain();
    socket.write(request);
    // For longer than an idle connection is left open.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
    await drained;
    await eventually(() => expect(heard).to.match(/^HTTP\/1\.1 200[^]*here$/));
  });

  it("is not held up by slow clients: headers and bodies that do not come are given up with 408", async () => {
    const head = `POST /properties HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n`;
    const started = performance.now();
    const slow = await Promise.all([
      sendRaw(testGateway.url, "GET /properties HTTP/1.1\r\nHost:"),
      sendRaw(testGateway.url, `${head}Content-Length: 10\r\n\r\n{"a"`),
    ]);
    for (const response of slow) {
      expect(response.status).to.equal(408);
      expect(response.headers.get("connection")).to.equal("close");
      expect(JSON.parse(response.body)).to.include({ code: "request_timeout", status: 408 });
    }
    expect(performance.now() - started).to.be.below(20_000);
  });

  it("says at once what is wrong with a port that is taken", async () => {
    let message = "";
    try {
      await testGateway.startAnother({ PORT: String(testGateway.gateway.port) });
    } catch (error) {
      message = String(error);
    }
    expect(message).to.match(new RegExp(`port ${testGateway.gateway.port} on 127.0.0.1 is taken`));
  });
});
