import { expect } from "chai";
import { routesOf } from "../src/http/routes.ts";

describe("routes", () => {
  it("order literal segments before parameters", () => {
    const paths = routesOf({
      a: { http: { method: "GET", path: "/properties/:id", status: 200 } },
      b: { http: { method: "GET", path: "/properties/search", status: 200 } },
      c: { http: { method: "GET", path: "/properties/:id/ads/:adId", status: 200 } },
      d: {},
    } as never).map(({ http }) => http.path);
    expect(paths.indexOf("/properties/search")).to.be.below(paths.indexOf("/properties/:id"));
    expect(paths).to.have.length(3);
  });
});
