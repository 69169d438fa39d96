import { AppError } from "@plat/contracts";
import { expect } from "chai";
import { fieldPicker } from "../src/domain/field-selection.ts";

const property = { id: "1", price: 5, address: { city: "Rome", street: null }, location: null };

describe("fieldPicker", () => {
  it("selects fields, including fields of the address and the location", () => {
    expect(fieldPicker(["price", "address.city"])(property)).to.deep.equal({ price: 5, address: { city: "Rome" } });
    expect(fieldPicker(["address", "address.city"])(property)).to.deep.equal({ address: property.address });
    expect(fieldPicker(["address.city", "address.street"])(property)).to.deep.equal({ address: property.address });
    expect(fieldPicker(["location.lat"])(property)).to.deep.equal({ location: null });
    expect(fieldPicker(undefined)(property)).to.equal(property);
  });

  it("rejects unknown fields with one error each, including names of Object.prototype", () => {
    const names = ["pirce", "address.town", "constructor", "media.url", "toString"];
    try {
      fieldPicker(["price", ...names]);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      expect(error.code).to.equal("validation_failed");
      expect(error.errors?.map(({ detail }) => detail)).to.deep.equal(
        names.map((name) => `contains an unknown field, \`${name}\``),
      );
      return;
    }
    expect.fail("unknown fields were picked");
  });
});
