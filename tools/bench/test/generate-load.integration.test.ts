import { expect } from "chai";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Clock, generateLoad } from "../src/load/generate-load.ts";
import type { LoadJob } from "../src/load/job.ts";

describe("generateLoad", () => {
  const servers: Server[] = [];
  const serve = (listener: RequestListener): Promise<string> =>
    new Promise((resolve) => {
      const server = createServer(listener);
      servers.push(server);
      server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
    });
  const job = (url: string, more: Partial<LoadJob> = {}): LoadJob => ({
    urls: [url],
    connections: 4,
    seconds: 0.3,
    status: 200,
    requests: [[{ method: "GET", path: "/", headers: {} }]],
    ...more,
  });
  /** A manual clock: timers advance it, and it never goes back. */
  const setClock = (): Clock & { at: number } => {
    const clock = {
      at: 0,
      now: () => clock.at,
      after(ms: number, run: () => void) {
        const due = clock.at + ms;
        setImmediate(() => {
          clock.at = Math.max(clock.at, due);
          run();
        });
      },
    };
    return clock;
  };
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.close();
      server.closeAllConnections();
    }
  });

  it("counts exactly the responses that the server sent", async () => {
    let sent = 0;
    const clock = setClock();
    const url = await serve((_, response) => {
      sent++;
      clock.at += 10;
      response.end("hello");
    });
    const { responses } = await generateLoad(job(url), clock);
    expect(responses).to.equal(sent).and.be.greaterThan(0);
  });

  it("sends the requests of each connection, with their bodies and headers", async () => {
    const seen = new Set<string>();
    const clock = setClock();
    const url = await serve((request, response) => {
      let body = "";
      request.on("data", (chunk) => (body += String(chunk)));
      request.on("end", () => {
        seen.add(`${request.method} ${request.url} ${request.headers["authorization"]} ${body}`);
        // The time ends when each connection has sent all its requests.
        if (seen.size === 4) clock.at = 300;
        response.end();
      });
    });
    const requestsOf = (name: string): LoadJob["requests"][number] => [
      { method: "POST", path: `/${name}`, headers: { authorization: name }, body: `{"é":"${name}"}` },
      { method: "GET", path: `/${name}/2`, headers: { authorization: name } },
    ];
    await generateLoad(job(url, { connections: 2, requests: [requestsOf("a"), requestsOf("b")] }), clock);
    expect([...seen].toSorted()).to.deep.equal([
      "GET /a/2 a ",
      "GET /b/2 b ",
      'POST /a a {"é":"a"}',
      'POST /b b {"é":"b"}',
    ]);
  });

  it("sends at the given rate", async () => {
    const url = await serve((_, response) => response.end());
    const { responses } = await generateLoad(job(url, { rate: 100, seconds: 0.5 }), setClock());
    expect(responses).to.equal(50);
  });

  it("latencies include the time that a request waited for the previous one", async () => {
    const clock = setClock();
    const url = await serve((_, response) => {
      // The first response is slow, the others take no time.
      clock.at = Math.max(clock.at, 150);
      response.end();
    });
    const { responses, p50, p99 } = await generateLoad(job(url, { connections: 1, rate: 40, seconds: 0.25 }), clock);
    // One request is due every 25 ms: those of the first 150 ms waited for the first response.
    expect({ responses, p50, p99 }).to.deep.equal({ responses: 10, p50: 50, p99: 150 });
  });

  it("counts responses with another status separately", async () => {
    let requestCount = 0;
    const clock = setClock();
    const url = await serve((_, response) => {
      clock.at += 10;
      response.writeHead(requestCount++ % 2 === 0 ? 200 : 429).end();
    });
    const { responses, rejected } = await generateLoad(job(url, { connections: 1 }), clock);
    expect([responses, rejected[429]]).to.deep.equal([Math.ceil(requestCount / 2), Math.floor(requestCount / 2)]);
  });

  it("fails if a connection is closed", async () => {
    const url = await serve((request) => request.socket.destroy());
    const outcome = await generateLoad(job(url), setClock()).then(
      () => "no error",
      (error: unknown) => String(error),
    );
    expect(outcome).to.match(/closed a connection|ECONNRESET/);
  });
});
