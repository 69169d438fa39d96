import { expect } from "chai";
import { repeatWhileSilent } from "../src/progress.ts";

describe("repeatWhileSilent", () => {
  it("repeats the last line during silence, and stops at the end", async () => {
    const printed: string[] = [];
    let wake = (): void => undefined;
    const heard = (line: string): void => {
      printed.push(line);
      wake();
    };
    const lines = (count: number): Promise<void> =>
      new Promise((resolve) => {
        wake = () => printed.length >= count && resolve();
      });
    const { report, end } = repeatWhileSilent(heard, 5);
    const third = lines(3);
    report("building");
    await third;
    end();
    expect(printed[0]).to.equal("building");
    for (const line of printed.slice(1)) expect(line).to.match(/^building \(still running after \d+ s\)$/);
    const count = printed.length;
    await new Promise((resolve) => setImmediate(resolve));
    expect(printed.length).to.equal(count);
  });
});
