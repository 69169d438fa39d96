import { expect } from "chai";
import * as fc from "fast-check";
import { guardFormula, joinList, splitList, unguardFormula } from "../src/cells.ts";
import { dateReader } from "../src/dates.ts";
import { nearest } from "../src/nearest.ts";
import { toBoolean, toInteger, toNumber } from "../src/transforms.ts";

describe("toNumber and toInteger", () => {
  for (const [text, expected] of [
    ["0", 0],
    [" 12 ", 12],
    ["-121.434879", -121.434879],
    ["+.5", 0.5],
    ["1,234", 1234],
    ["1,234,567.89", 1234567.89],
    ["1 234 567", 1234567],
    ["1\u00A0234", 1234],
    ["1'234", 1234],
    ["€ 250,000", 250000],
    ["250000 kr".replace(" kr", "€"), 250000],
  ] as const)
    it(`read ${JSON.stringify(text)} as ${expected}`, () => expect(toNumber(text)).to.equal(expected));

  for (const text of [
    "",
    "abc",
    "1e3",
    "0x10",
    "NaN",
    "Infinity",
    "1,23",
    "12,34,567",
    "1.2.3",
    "12 m²",
    "--1",
    "1,234.5.6",
  ])
    it(`reject ${JSON.stringify(text)}`, () => expect(() => toNumber(text)).to.throw("is not a number"));

  it("read a decimal comma only if configured", () => {
    expect(toNumber("1.234.567,5", ",")).to.equal(1234567.5);
    expect(toNumber("2,5", ",")).to.equal(2.5);
    expect(() => toNumber("2.5", ",")).to.throw("is not a number");
  });

  it("read whole numbers with a decimal zero, and reject fractions", () => {
    expect(toInteger("3.0")).to.equal(3);
    expect(() => toInteger("3.5")).to.throw("is not a whole number");
  });
});

describe("toBoolean", () => {
  it("reads the usual words for true and false, and rejects others", () => {
    for (const yes of ["true", "Yes", "Y", "1", "X"]) expect(toBoolean(yes)).to.equal(true);
    for (const no of ["false", "No", "n", "0", "", " "]) expect(toBoolean(no)).to.equal(false);
    expect(() => toBoolean("2")).to.throw("is neither yes nor no");
  });
});

describe("dateReader", () => {
  for (const [format, text, expected] of [
    ["DD.MM.YYYY", "01.05.2026", "2026-05-01T00:00:00.000Z"],
    ["M/D/YYYY", "5/1/2026", "2026-05-01T00:00:00.000Z"],
    ["YYYYMMDD", "20260501", "2026-05-01T00:00:00.000Z"],
    ["D MMM YYYY HH:mm", "1 September 2026 09:05", "2026-09-01T09:05:00.000Z"],
    ["unix", "1777593600", "2026-05-01T00:00:00.000Z"],
    ["unix-ms", "1777593600123", "2026-05-01T00:00:00.123Z"],
    ["iso", " 2026-05-01 ", "2026-05-01"],
  ] as const)
    it(`reads ${text} as ${format}`, () => expect(dateReader(format)(text)).to.equal(expected));

  for (const [format, text] of [
    ["DD.MM.YYYY", "31.02.2026"],
    ["DD.MM.YYYY", "1.5.2026"],
    ["DD.MM.YYYY", "01.13.2026"],
    ["DD.MM.YYYY", "01-05-2026"],
    ["D MMM YYYY", "1 Foo 2026"],
    ["DD.MM.YYYY HH:mm", "01.05.2026 24:00"],
    ["YYYY-MM-DD", "0026-05-01"],
  ] as const)
    it(`rejects ${text} as ${format}`, () => expect(() => dateReader(format)(text)).to.throw(/^is not a /));
});

describe("cells of an export", () => {
  it("preserve any list", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 1, unit: fc.constantFrom("|", "\\", "a", " ", "'") }), { minLength: 1 }),
        (list) => {
          expect(splitList(joinList(list))).to.deep.equal(list);
        },
      ),
    );
  });

  it("never start with a formula character, and preserve any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("'", "=", "+", "-", "@", "\t", "\r", "＝", "a") }), (text) => {
        const cell = guardFormula(text);
        expect(/^[=+\-@\t\r\n＝＋－＠]/.test(cell)).to.equal(false);
        expect(unguardFormula(cell)).to.equal(text);
      }),
    );
  });
});

describe("nearest", () => {
  const names = ["address.city", "price", "propertyType", "areaUnit"];
  for (const [given, meant] of [
    ["city", "address.city"],
    ["Property_Type", "propertyType"],
    ["prise", "price"],
    ["adress.city", "address.city"],
    ["latitude", undefined],
  ] as const)
    it(`finds ${meant ?? "nothing"} for ${given}`, () => expect(nearest(given, names)).to.equal(meant));
});
