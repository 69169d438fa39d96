import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { type Life, lifeSigns, NoAnswer, patiently } from "../src/life.ts";

const alive: Life = { heard: () => undefined, isSilent: () => false };
const never = (): Promise<never> => new Promise(() => undefined);
const failure = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    return await work;
  } catch (error) {
    return error;
  }
};

describe("signs of life", () => {
  it("are not missed before the first, and missed when they stop", () => {
    let time = 0;
    const life = lifeSigns(1_000, () => time);
    time = 5_000;
    expect(life.isSilent()).to.equal(false);
    life.heard();
    time = 6_000;
    expect(life.isSilent()).to.equal(false);
    time = 6_001;
    expect(life.isSilent()).to.equal(true);
    life.heard();
    expect(life.isSilent()).to.equal(false);
  });
});

describe("an answer that is due", () => {
  it("is given on, and so is a failure", async () => {
    expect(await patiently(async () => 7, { timeoutMs: 60_000, life: alive })).to.equal(7);
    const fails = patiently(() => Promise.reject(new TypeError("no")), { timeoutMs: 60_000, life: alive });
    expect(await failure(fails)).to.be.instanceOf(TypeError);
  });

  it("is not waited for when who owes it is gone", async () => {
    const life = { ...alive, isSilent: () => true };
    expect(await failure(patiently(never, { timeoutMs: 60_000, life }))).to.be.instanceOf(NoAnswer);
  });

  it("is no longer waited for when who owes it falls silent meanwhile", async () => {
    let silent = false;
    const life = { ...alive, isSilent: () => silent };
    const work = patiently(never, { timeoutMs: 60_000, life });
    silent = true;
    expect(await failure(work)).to.be.instanceOf(NoAnswer);
  });

  it("is waited for while there are signs of life, up to its time", async () => {
    let looks = 0;
    const life = { ...alive, isSilent: () => looks++ < 0 };
    let answer: (value: number) => void = () => undefined;
    const slow = new Promise<number>((resolve) => (answer = resolve));
    const work = patiently(() => slow, { timeoutMs: 60_000, life });
    await eventually(() => expect(looks).to.be.above(4));
    answer(7);
    expect(await work).to.equal(7);
    expect(await failure(patiently(never, { timeoutMs: 10, life }))).to.be.instanceOf(NoAnswer);
  });
});
