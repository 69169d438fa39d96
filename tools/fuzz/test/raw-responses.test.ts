import { expect } from "chai";
import { readAnswers } from "../src/corpus/raw-responses.ts";

const plain = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-A: 1\r\nx-a: 2\r\n\r\n{}";
const noContent = "HTTP/1.1 204 No Content\r\n\r\n";

describe("the reader of raw answers", () => {
  it("reads status, fields by lower-case name and the body", () => {
    const { answers, rest } = readAnswers(plain);
    expect(rest).to.equal("");
    expect(answers).to.have.length(1);
    expect(answers[0]).to.include({ status: 200, body: "{}" });
    expect(answers[0]?.headers.get("x-a")).to.deep.equal(["1", "2"]);
  });

  it("tells one answer from two, and interim ones from final ones", () => {
    const { answers } = readAnswers(`HTTP/1.1 100 Continue\r\n\r\n${plain}${noContent}${plain}`);
    expect(answers.map(({ status }) => status)).to.deep.equal([100, 200, 204, 200]);
  });

  it("leaves what is not whole yet, and what is no answer", () => {
    for (const rest of [
      "HTTP/1.1 200 OK\r\nConte",
      "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n{}",
      "GARBAGE\r\n\r\n",
    ]) {
      expect(readAnswers(rest)).to.deep.equal({ answers: [], rest });
      expect(readAnswers(plain + rest)).to.include({ rest });
    }
  });

  it("puts chunks together", () => {
    const chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\nA\r\n0123456789\r\n0\r\n\r\n";
    const { answers, rest } = readAnswers(chunked + plain);
    expect([answers[0]?.body, answers.length, rest]).to.deep.equal(["{}0123456789", 2, ""]);
    expect(readAnswers(chunked.slice(0, -3)).answers).to.deep.equal([]);
  });

  it("expects no body of an answer to HEAD", () => {
    const head = "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n";
    expect(readAnswers(head, 1).answers).to.have.length(1);
    expect(readAnswers(head).answers).to.deep.equal([]);
  });
});
