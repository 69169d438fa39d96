import { expect } from "chai";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Clock, fire } from "../src/load/generate-load.ts";
import type { LoadJob } from "../src/load/job.ts";

describe("the load generator", () => {
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
  /** A clock that is set by hand; whoever waits moves it on, and it never goes back. */
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

  it("counts exactly the answers that the server gave", async () => {
    let answered = 0;
    const clock = setClock();
    const url = await serve((_, response) => {
      answered++;
      clock.at += 10;
      response.end("hello");
    });
    const { answers } = await fire(job(url), clock);
    expect(answers).to.equal(answered).and.be.greaterThan(0);
  });

  it("sends each connection's own requests, with their bodies and headers", async () => {
    const seen = new Set<string>();
    const clock = setClock();
    const url = await serve((request, response) => {
      let body = "";
      request.on("data", (chunk) => (body += String(chunk)));
      request.on("end", () => {
        seen.add(`${request.method} ${request.url} ${request.headers["authorization"]} ${body}`);
        // The time is over when each connection has sent all that is its own.
        if (seen.size === 4) clock.at = 300;
        response.end();
      });
    });
    const made = (name: string): LoadJob["requests"][number] => [
      { method: "POST", path: `/${name}`, headers: { authorization: name }, body: `{"é":"${name}"}` },
      { method: "GET", path: `/${name}/2`, headers: { authorization: name } },
    ];
    await fire(job(url, { connections: 2, requests: [made("a"), made("b")] }), clock);
    expect([...seen].toSorted()).to.deep.equal([
      "GET /a/2 a ",
      "GET /b/2 b ",
      'POST /a a {"é":"a"}',
      'POST /b b {"é":"b"}',
    ]);
  });

  it("holds the rate asked for", async () => {
    const url = await serve((_, response) => response.end());
    const { answers } = await fire(job(url, { rate: 100, seconds: 0.5 }), setClock());
    expect(answers).to.equal(50);
  });

  it("counts the time that a request waited for the one before it", async () => {
    const clock = setClock();
    const url = await serve((_, response) => {
      // The first answer takes long, the others no time.
      clock.at = Math.max(clock.at, 150);
      response.end();
    });
    const { answers, p50, p99 } = await fire(job(url, { connections: 1, rate: 40, seconds: 0.25 }), clock);
    // Due each 25 ms: those of the first 150 ms waited for the first answer.
    expect({ answers, p50, p99 }).to.deep.equal({ answers: 10, p50: 50, p99: 150 });
  });

  it("counts answers with another status apart", async () => {
    let asked = 0;
    const clock = setClock();
    const url = await serve((_, response) => {
      clock.at += 10;
      response.writeHead(asked++ % 2 === 0 ? 200 : 429).end();
    });
    const { answers, refused } = await fire(job(url, { connections: 1 }), clock);
    expect([answers, refused[429]]).to.deep.equal([Math.ceil(asked / 2), Math.floor(asked / 2)]);
  });

  it("fails when a connection is closed", async () => {
    const url = await serve((request) => request.socket.destroy());
    const outcome = await fire(job(url), setClock()).then(
      () => "no error",
      (error: unknown) => String(error),
    );
    expect(outcome).to.match(/closed a connection|ECONNRESET/);
  });
});
