import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type ChangesOptions, Plat } from "../src/index.ts";

const eventText = (sequence: number): string =>
  `id: ${sequence}\ndata: ${JSON.stringify({ id: `e${sequence}`, sequence, type: "agent.created" })}\n\n`;

const open = (response: ServerResponse): void => {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write("retry: 1000\n\n");
};

/** A server of the feed on a socket of its own: `answer` is given what the feed is to go on after. */
async function served(answer: (after: number, response: ServerResponse) => void) {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://plat.test");
    answer(Number(url.searchParams.get("after")), response);
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

/** Listens in the background and writes down states and events in the order in which they come. */
function listen(plat: Plat, options: ChangesOptions) {
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

describe("the change feed on connections that fail", () => {
  it("opens it again after the last event when the connection stays open and nothing comes any more", async () => {
    let unanswered = 1;
    const server = await served((after, response) => {
      // The first connection falls silent, the second is never answered: as when the other side has lost its power.
      if (after === 1 && unanswered-- > 0) return;
      open(response);
      response.write(eventText(after + 1));
    });
    const feed = listen(server.plat, { idleTimeoutMs: 300 });
    await eventually(() => expect(feed.seen).to.include("event 2"));
    // After the silence, and again after the attempt without an answer.
    expect(between(feed.seen, "event 1", "event 2").slice(0, 2)).to.deep.equal(["waiting", "waiting"]);
    await feed.stop();
    await server.stop();
  });

  it("tells that it waits when the service ends the feed in order, and goes on where it was", async () => {
    const server = await served((after, response) => {
      open(response);
      response.write(eventText(after + 1));
      if (after === 0) response.end();
    });
    const feed = listen(server.plat, {});
    await eventually(() => expect(feed.seen).to.include("event 2"));
    expect(feed.seen).to.deep.equal(["open", "event 1", "waiting", "open", "event 2"]);
    await feed.stop();
    await server.stop();
  });

  it("hangs up when it is no longer iterated over", async () => {
    let isClosed = false;
    const server = await served((after, response) => {
      response.on("close", () => {
        isClosed = true;
      });
      open(response);
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
