import { expect } from "chai";
import { acknowledgement, parseTrace } from "../src/system-calls.ts";

const socket = "9<TCP:[127.0.0.1:27017->127.0.0.1:40000]>";
const other = "11<TCP:[127.0.0.1:27017->127.0.0.1:40001]>";
const log = "5</data/WiredTigerLog.0000000001>";
const line = (pid: number, call: string): string => `${pid}  1700000000.000001 ${call}`;
const request = line(1, `recvfrom(${socket}, "insert marker-1", 4096, 0, NULL, NULL) = 15`);
const sync = line(2, `fdatasync(${log}) = 0`);
const response = line(1, `sendto(${socket}, "ok", 2, MSG_NOSIGNAL, NULL, 0) = 2`);
const trace = (...lines: string[]) => parseTrace(lines.join("\n"));

describe("acknowledgement: syncs between a request and its response", () => {
  it("finds a sync between the request and its response", () => {
    expect(acknowledgement(trace(request, sync, response), "marker-1")?.syncs).to.have.length(1);
  });

  it("ignores a sync before the request or after the response", () => {
    const found = acknowledgement(trace(sync, request, response, sync), "marker-1");
    expect(found?.syncs).to.deep.equal([]);
    expect(found?.syncCount).to.equal(2);
  });

  it("ignores a sync that ends after the response", () => {
    const begun = line(2, `fdatasync(${log} <unfinished ...>`);
    const ended = line(2, "<... fdatasync resumed>) = 0");
    expect(acknowledgement(trace(request, begun, response, ended), "marker-1")?.syncs).to.deep.equal([]);
    expect(acknowledgement(trace(request, begun, ended, response), "marker-1")?.syncs).to.have.length(1);
  });

  it("uses the response on the same connection that matches the pattern", () => {
    const elsewhere = line(3, `write(${other}, "ok", 2) = 2`);
    const news = line(3, `write(${socket}, "MSG news", 8) = 8`);
    const all = trace(request, elsewhere, news, sync, response);
    expect(acknowledgement(all, "marker-1", /ok/)?.syncs).to.have.length(1);
    expect(acknowledgement(all, "marker-1")?.syncs).to.deep.equal([]);
  });

  it("finds a request that arrives in a call that was in flight", () => {
    const waiting = line(1, `read(${socket}, <unfinished ...>`);
    const arrived = line(1, '<... read resumed>"insert marker-2", 4096) = 15');
    expect(acknowledgement(trace(waiting, arrived, sync, response), "marker-2")?.syncs).to.have.length(1);
  });

  it("returns undefined if the request or the response is not in the trace", () => {
    expect(acknowledgement(trace(request, sync, response), "marker-3")).to.equal(undefined);
    expect(acknowledgement(trace(request, sync), "marker-1")).to.equal(undefined);
  });
});
