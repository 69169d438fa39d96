import { expect } from "chai";
import { parseResponses } from "../src/corpus/raw-responses.ts";

const plain = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-A: 1\r\nx-a: 2\r\n\r\n{}";
const noContent = "HTTP/1.1 204 No Content\r\n\r\n";

describe("parseResponses", () => {
  it("parses status, fields by lower-case name and body", () => {
    const { responses, rest } = parseResponses(plain);
    expect(rest).to.equal("");
    expect(responses).to.have.length(1);
    expect(responses[0]).to.include({ status: 200, body: "{}" });
    expect(responses[0]?.headers.get("x-a")).to.deep.equal(["1", "2"]);
  });

  it("separates responses, including interim ones", () => {
    const { responses } = parseResponses(`HTTP/1.1 100 Continue\r\n\r\n${plain}${noContent}${plain}`);
    expect(responses.map(({ status }) => status)).to.deep.equal([100, 200, 204, 200]);
  });

  it("returns incomplete responses and other bytes as rest", () => {
    for (const rest of [
      "HTTP/1.1 200 OK\r\nConte",
      "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n{}",
      "GARBAGE\r\n\r\n",
    ]) {
      expect(parseResponses(rest)).to.deep.equal({ responses: [], rest });
      expect(parseResponses(plain + rest)).to.include({ rest });
    }
  });

  it("joins chunks", () => {
    const chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\nA\r\n0123456789\r\n0\r\n\r\n";
    const { responses, rest } = parseResponses(chunked + plain);
    expect([responses[0]?.body, responses.length, rest]).to.deep.equal(["{}0123456789", 2, ""]);
    expect(parseResponses(chunked.slice(0, -3)).responses).to.deep.equal([]);
  });

  it("expects no body in a response to HEAD", () => {
    const head = "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n";
    expect(parseResponses(head, 1).responses).to.have.length(1);
    expect(parseResponses(head).responses).to.deep.equal([]);
  });
});
