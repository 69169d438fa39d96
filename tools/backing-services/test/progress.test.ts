import { expect } from "chai";
import { keepTelling } from "../src/progress.ts";

describe("progress", () => {
  it("is told again while nothing new happens, and no more once the work has ended", async () => {
    const told: string[] = [];
    let wake = (): void => undefined;
    const heard = (line: string): void => {
      told.push(line);
      wake();
    };
    const lines = (count: number): Promise<void> =>
      new Promise((resolve) => {
        wake = () => told.length >= count && resolve();
      });
    const { tell, end } = keepTelling(heard, 5);
    const third = lines(3);
    tell("building");
    await third;
    end();
    expect(told[0]).to.equal("building");
    for (const line of told.slice(1)) expect(line).to.match(/^building \(still at it, \d+ s since\)$/);
    const count = told.length;
    await new Promise((resolve) => setImmediate(resolve));
    expect(told.length).to.equal(count);
  });
});
