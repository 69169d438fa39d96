import { expect } from "chai";
import { responseReader } from "../src/load/response-reader.ts";

const plain = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello";
const chunked =
  "HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n1a\r\nabcdefghijklmnopqrstuvwxyz\r\n0\r\n\r\n";
const empty = 'HTTP/1.1 304 Not Modified\r\nETag: "x"\r\nContent-Length: 900\r\n\r\n';

describe("responseReader", () => {
  for (const [kind, text, status] of [
    ["a length", plain, 200],
    ["chunks", chunked, 201],
    ["no body", empty, 304],
  ] as const) {
    it(`finds the end of a response with ${kind} for every split of its bytes`, () => {
      const bytes = Buffer.from(text);
      for (let first = 1; first < bytes.length; first++) {
        for (let second = first; second < bytes.length; second++) {
          const reader = responseReader();
          const parts = [bytes.subarray(0, first), bytes.subarray(first, second), bytes.subarray(second)];
          const seen = parts.filter((part) => part.length > 0).map((part) => reader.push(part));
          expect(seen.at(-1)).to.equal(status);
          expect(seen.slice(0, -1).every((each) => each === undefined)).to.equal(true);
        }
      }
    });
  }

  it("reads successive responses", () => {
    const reader = responseReader();
    const seen = [plain, chunked, empty, plain].map((text) => reader.push(Buffer.from(text)));
    expect(seen).to.deep.equal([200, 201, 304, 200]);
  });

  it("rejects bytes after a response, and bytes that are not an HTTP response", () => {
    expect(() => responseReader().push(Buffer.from(`${plain}x`))).to.throw("bytes after the end");
    expect(() => responseReader().push(Buffer.from("SSH-2.0\r\n\r\n"))).to.throw("not an HTTP response");
    expect(() => responseReader().push(Buffer.from("HTTP/1.1 200 OK\r\n\r\nhello"))).to.throw("unknown length");
  });
});
