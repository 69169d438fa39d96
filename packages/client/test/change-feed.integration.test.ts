import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type ChangesOptions, Plat } from "../src/index.ts";

const eventText = (sequence: number): string =>
  `id: ${sequence}\ndata: ${JSON.stringify({ id: `e${sequence}`, sequence, type: "agent.created" })}\n\n`;

const openStream = (response: ServerResponse): void => {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write("retry: 1000\n\n");
};

/** Starts a server of the feed. `respond` receives the sequence to continue after. */
async function startFeedServer(respond: (after: number, response: ServerResponse) => void) {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://plat.test");
    respond(Number(url.searchParams.get("after")), response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    plat: new Plat({ baseUrl: `http://127.0.0.1:${port}`, key: "svc_pk_x" }),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Follows the feed in the background and records states and events in order. */
function followFeed(plat: Plat, options: ChangesOptions) {
  const seen: string[] = [];
  const stop = new AbortController();
  const ended = (async () => {
    const onState = (state: string): number => seen.push(state);
    for await (const { sequence } of plat.changes({ ...options, signal: stop.signal, onState }))
      seen.push(`event ${sequence}`);
  })();
  return {
    seen,
    async stop() {
      stop.abort();
      await ended;
    },
  };
}

const between = (seen: readonly string[], from: string, to: string): string[] =>
  seen.slice(seen.indexOf(from) + 1, seen.indexOf(to));

describe("change feed", () => {
  it("reconnects after the last event if an open connection receives no data", async () => {
    let unansweredConnections = 1;
    const server = await startFeedServer((after, response) => {
      // The first connection sends no more data, and the second gets no response, as after a power failure of the server.
      if (after === 1 && unansweredConnections-- > 0) return;
      openStream(response);
      response.write(eventText(after + 1));
    });
    const feed = followFeed(server.plat, { idleTimeoutMs: 300 });
    await eventually(() => expect(feed.seen).to.include("event 2"));
    // After the idle timeout, and again after the attempt without a response.
    expect(between(feed.seen, "event 1", "event 2").slice(0, 2)).to.deep.equal(["waiting", "waiting"]);
    await feed.stop();
    await server.stop();
  });

  it("reports waiting and continues after the last event if the service closes the feed", async () => {
    const server = await startFeedServer((after, response) => {
      openStream(response);
      response.write(eventText(after + 1));
      if (after === 0) response.end();
    });
    const feed = followFeed(server.plat, {});
    await eventually(() => expect(feed.seen).to.include("event 2"));
    expect(feed.seen).to.deep.equal(["open", "event 1", "waiting", "open", "event 2"]);
    await feed.stop();
    await server.stop();
  });

  it("closes the connection when the iteration ends", async () => {
    let isClosed = false;
    const server = await startFeedServer((after, response) => {
      response.on("close", () => {
        isClosed = true;
      });
      openStream(response);
      response.write(eventText(after + 1));
    });
    for await (const { sequence } of server.plat.changes()) {
      expect(sequence).to.equal(1);
      break;
    }
    await eventually(() => expect(isClosed).to.equal(true));
    await server.stop();
  });
});
