import { expect } from "chai";
import { mention, type Mention, type Status, type Values } from "../../src/model.ts";
import { reduceDates } from "../../src/resolve/dates.ts";
import type { Contribution } from "../../src/resolve/reducer.ts";
import { tagged } from "../readers/reading.ts";

const date = (value: Values["date"]): Mention => mention("date", 0, 1, value);
const status = (value: Status): Mention => mention("status", 0, 1, value);
const reduce = (...mentions: Mention[]): Contribution => reduceDates(tagged(""), mentions);

const [early, late] = ["2026-01-01T00:00:00.000Z", "2026-06-01T00:00:00.000Z"];

describe("reduceDates", () => {
  it("several limits › keep the strictest", () => {
    const { filters } = reduce(
      date({ field: "publishedAfter", publishedAfter: early }),
      date({ field: "publishedAfter", publishedAfter: late, publishedBefore: late }),
      date({ field: "publishedBefore", publishedBefore: early }),
    );
    expect(filters).to.deep.equal({ publishedAfter: late, publishedBefore: early });
  });

  it("a period of a sale › is the time of the last change, with a note", () => {
    for (const value of ["sold", "rented", "pending"] as const) {
      const { filters, notes } = reduce(status(value), date({ field: "publishedAfter", publishedAfter: early }));
      expect(filters).to.deep.equal({ updatedAfter: early });
      expect(notes).to.deep.equal(["the date of a sale is not stored; taken as changed since then"]);
    }
  });

  it("a period of publication or of an active listing › remains one", () => {
    const published = date({ field: "publishedAfter", publishedAfter: early, ofListing: true });
    expect(reduce(status("sold"), published).filters).to.deep.equal({ publishedAfter: early });
    const recent = date({ field: "publishedAfter", publishedAfter: early });
    expect(reduce(status("active"), recent)).to.deep.equal({ filters: { publishedAfter: early }, notes: [] });
  });
});
