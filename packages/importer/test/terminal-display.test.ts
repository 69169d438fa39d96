import { expect } from "chai";
import { progressLine, createDisplay } from "../src/terminal-display.ts";

describe("the progress line", () => {
  it("shows percentage, rows, rate and rejected rows", () => {
    const line = progressLine({ rows: 12_345, rejected: 3, share: 0.5 }, 812.4);
    expect(line).to.equal(`[${"█".repeat(12)}${"·".repeat(12)}] 50 % · 12,345 rows · 812 rows/s · 3 rejected`);
  });

  it("is drawn on a terminal only, below printed messages", () => {
    const draw = (isTTY: boolean): string => {
      let written = "";
      let now = 0;
      const write = (text: string): boolean => (written += text) !== "";
      const display = createDisplay({ isTTY, write }, () => now);
      now = 1000;
      display.update({ rows: 10, rejected: 0, share: 0.1 });
      display.print("A message.");
      display.end();
      return written;
    };
    expect(draw(false)).to.equal("A message.\n");
    const [erased, line, rest, ...end] = draw(true).split("\r\u001B[K");
    expect([erased, ...end]).to.deep.equal(["", ""]);
    expect(line).to.include("10 % · 10 rows");
    expect(rest).to.equal(`A message.\n${line}`);
  });
});
