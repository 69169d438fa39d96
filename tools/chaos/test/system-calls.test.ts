import { expect } from "chai";
import { acknowledgement, readTrace } from "../src/system-calls.ts";

const socket = "9<TCP:[127.0.0.1:27017->127.0.0.1:40000]>";
const other = "11<TCP:[127.0.0.1:27017->127.0.0.1:40001]>";
const log = "5</data/WiredTigerLog.0000000001>";
const line = (pid: number, call: string): string => `${pid}  1700000000.000001 ${call}`;
const request = line(1, `recvfrom(${socket}, "insert marker-1", 4096, 0, NULL, NULL) = 15`);
const sync = line(2, `fdatasync(${log}) = 0`);
const answer = line(1, `sendto(${socket}, "ok", 2, MSG_NOSIGNAL, NULL, 0) = 2`);
const trace = (...lines: string[]) => readTrace(lines.join("\n"));

describe("a sync before an acknowledgement", () => {
  it("is found between the request and its answer", () => {
    expect(acknowledgement(trace(request, sync, answer), "marker-1")?.syncs).to.have.length(1);
  });

  it("is not found when it comes before the request or after the answer", () => {
    const found = acknowledgement(trace(sync, request, answer, sync), "marker-1");
    expect(found?.syncs).to.deep.equal([]);
    expect(found?.syncsInAll).to.equal(2);
  });

  it("must have ended before the answer", () => {
    const begun = line(2, `fdatasync(${log} <unfinished ...>`);
    const ended = line(2, "<... fdatasync resumed>) = 0");
    expect(acknowledgement(trace(request, begun, answer, ended), "marker-1")?.syncs).to.deep.equal([]);
    expect(acknowledgement(trace(request, begun, ended, answer), "marker-1")?.syncs).to.have.length(1);
  });

  it("is that of the same connection and of the answer asked for", () => {
    const elsewhere = line(3, `write(${other}, "ok", 2) = 2`);
    const news = line(3, `write(${socket}, "MSG news", 8) = 8`);
    const all = trace(request, elsewhere, news, sync, answer);
    expect(acknowledgement(all, "marker-1", /ok/)?.syncs).to.have.length(1);
    expect(acknowledgement(all, "marker-1")?.syncs).to.deep.equal([]);
  });

  it("reads a request that arrives in a call which was under way", () => {
    const waiting = line(1, `read(${socket}, <unfinished ...>`);
    const arrived = line(1, '<... read resumed>"insert marker-2", 4096) = 15');
    expect(acknowledgement(trace(waiting, arrived, sync, answer), "marker-2")?.syncs).to.have.length(1);
  });

  it("is not told of a request that is not there", () => {
    expect(acknowledgement(trace(request, sync, answer), "marker-3")).to.equal(undefined);
    expect(acknowledgement(trace(request, sync), "marker-1")).to.equal(undefined);
  });
});
