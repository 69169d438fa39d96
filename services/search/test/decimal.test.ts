import { expect } from "chai";
import { assert as check, integer, property } from "fast-check";
import { product, scaledBounds, shiftedBounds } from "../src/domain/decimal.ts";
import { squareMetres, yearlyPrice } from "../src/domain/normalization.ts";

/** Hundredths: integer arithmetic gives the expected results; five decimals stay within a double's fifteen digits. */
const cents = integer({ min: 0, max: 70_000_000_000 });

describe("decimal arithmetic", () => {
  it("scaledBounds includes exactly 25 % below and above any price in cents, but not the next thousandth", () => {
    check(
      property(cents, (amount) => {
        const { gte, lte } = scaledBounds(amount / 100, 0.75, 1.25);
        // Thousandths of a cent, exact in 64-bit integers and in the shortest decimal.
        const low = BigInt(amount) * 750n;
        const high = BigInt(amount) * 1250n;
        const read = (thousandths: bigint): number => Number(`${thousandths}e-5`);
        expect(read(low) >= gte && read(high) <= lte).to.equal(true);
        if (amount > 0) expect(read(low - 1n) < gte && read(high + 1n) > lte).to.equal(true);
      }),
    );
  });

  it("returns exact bounds where binary arithmetic is off", () => {
    // 0.75 * 0.1 is 0.07500000000000001 in binary arithmetic.
    expect(scaledBounds(0.1, 0.75, 1.25)).to.deep.equal({ gte: 0.075, lte: 0.125 });
    expect(scaledBounds(0.3, 0.75, 1.25)).to.deep.equal({ gte: 0.225, lte: 0.375 });
    expect(shiftedBounds(2.3, 1)).to.deep.equal({ gte: 1.3, lte: 3.3 });
    expect(shiftedBounds(0.5, 1)).to.deep.equal({ gte: 0, lte: 1.5 });
    expect(scaledBounds(1e12, 0.75, 1.25)).to.deep.equal({ gte: 7.5e11, lte: 1.25e12 });
    expect(scaledBounds(1e-7, 0.75, 1.25)).to.deep.equal({ gte: 7.5e-8, lte: 1.25e-7 });
  });

  it("product returns the exact decimal product", () => {
    expect(product(0.1, 3)).to.equal(0.3);
    expect(squareMetres(1000, "sqft")).to.equal(92.90304);
    expect(squareMetres(1000, "sqm")).to.equal(1000);
    expect(yearlyPrice(300, "week")).to.equal(yearlyPrice(1300, "month"));
    expect(yearlyPrice(0.1, "month")).to.equal(1.2);
  });
});
