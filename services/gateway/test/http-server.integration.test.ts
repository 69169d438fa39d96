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

describe("HTTP server", () => {
  let testGateway: TestGateway;
  const key = apiKeyOf(randomBytes(32));
  before(async () => {
    testGateway = await startTestGateway();
    await testGateway.storeKey(key);
  });
  after(() => testGateway.stop());

  it("stops without a failed request under load: later connections are refused", async () => {
    const gateway = await testGateway.startAnother();
    const client = createLoadClient(gateway.url);
    testGateway.services.respond = async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return { body: {} };
    };
    const samples: Sample[] = [];
    let isStopped = false;
    const load = runLoad(
      16,
      () => isStopped,
      async () => {
        samples.push(await client.send("/properties", key));
      },
    );
    await eventually(() => expect(samples.length).to.be.above(200));
    await gateway.stop();
    isStopped = true;
    await load;
    client.close();
    const failed = samples.filter(({ status }) => status !== 200);
    expect(
      failed.map(({ status, error }) => `${status} ${error}`).filter((outcome) => outcome !== "0 ECONNREFUSED"),
    ).to.deep.equal([]);
  });

  it("stops without dropping a request that arrived while the event loop was blocked", async () => {
    const log = createLogger({ service: "test", level: "silent" });
    const listener: RequestListener = (_, response) => response.end("done");
    const server = await startHttpServer(listener, { host: "127.0.0.1", port: 0, log });
    const socket = connect(server.port, "127.0.0.1");
    let received = "";
    socket.on("data", (chunk: Buffer) => (received += chunk.toString()));
    const request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
    socket.write(request);
    await eventually(() => expect(received).to.match(/done$/));
    received = "";
    // The next iteration of the event loop runs timers first and polls sockets afterwards.
    await new Promise(setImmediate);
    const drained = server.drain();
    socket.write(request);
    // Blocks the event loop for longer than idle connections stay open while draining.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
    await drained;
    await eventually(() => expect(received).to.match(/^HTTP\/1\.1 200[^]*done$/));
  });

  it("rejects incomplete headers and bodies with 408", async () => {
    const head = `POST /properties HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n`;
    const slow = await Promise.all([
      sendRaw(testGateway.url, "GET /properties HTTP/1.1\r\nHost:"),
      sendRaw(testGateway.url, `${head}Content-Length: 10\r\n\r\n{"a"`),
    ]);
    for (const response of slow) {
      expect(response.status).to.equal(408);
      expect(response.headers.get("connection")).to.equal("close");
      expect(JSON.parse(response.body)).to.include({ code: "request_timeout", status: 408 });
    }
  });

  it("start fails with a clear error if the port is taken", async () => {
    let message = "";
    try {
      await testGateway.startAnother({ PORT: String(testGateway.gateway.port) });
    } catch (error) {
      message = String(error);
    }
    expect(message).to.match(new RegExp(`port ${testGateway.gateway.port} on 127.0.0.1 is already in use`));
  });
});
