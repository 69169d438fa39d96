import { expect } from "chai";
import { loadGatewayConfig } from "../src/config.ts";
import { clientAddressReader, rateLimitAddress } from "../src/http/client-address.ts";

describe("client address", () => {
  it("rate limits count IPv4 addresses and IPv6 /64 networks", () => {
    expect(rateLimitAddress("192.0.2.7")).to.equal("192.0.2.7");
    expect(rateLimitAddress("::ffff:192.0.2.7")).to.equal("192.0.2.7");
    expect(rateLimitAddress("2001:db8:1:2:3:4:5:6")).to.equal("2001:db8:1:2::/64");
    expect(rateLimitAddress("2001:DB8:0001:2::9")).to.equal("2001:db8:1:2::/64");
    expect(rateLimitAddress("2001:db8::1")).to.equal("2001:db8:0:0::/64");
    expect(rateLimitAddress("fe80::1%eth0")).to.equal("fe80:0:0:0::/64");
    expect(rateLimitAddress("::1")).to.equal("0:0:0:0::/64");
  });
  it("is that of the connection, or the last one in X-Forwarded-For that is not a trusted proxy", () => {
    const read = (trust: string, remoteAddress: string, forwarded?: string): string =>
      clientAddressReader(loadGatewayConfig({ TRUST_PROXY: trust }).TRUST_PROXY)({
        socket: { remoteAddress },
        headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
      } as never);
    expect(read("off", "192.0.2.1", "203.0.113.9")).to.equal("192.0.2.1");
    expect(read("1", "192.0.2.1", "198.51.100.7, 203.0.113.9")).to.equal("203.0.113.9");
    expect(read("2", "192.0.2.1", "198.51.100.7, 203.0.113.9")).to.equal("198.51.100.7");
    expect(read("2", "192.0.2.1", "203.0.113.9")).to.equal("203.0.113.9");
    expect(read("1", "192.0.2.1", "evil")).to.equal("192.0.2.1");
    expect(read("10.0.0.0/8,loopback", "::ffff:127.0.0.1", "198.51.100.7, 10.1.2.3")).to.equal("198.51.100.7");
    expect(read("10.0.0.0/8", "192.0.2.1", "198.51.100.7")).to.equal("192.0.2.1");
    expect(read("fd00::/8", "fd00::1", "2001:db8::1")).to.equal("2001:db8:0:0::/64");
    expect(read("1", "192.0.2.1", "203.0.113.9:51234")).to.equal("203.0.113.9");
    expect(read("1", "192.0.2.1", "[2001:db8::1]:51234")).to.equal("2001:db8:0:0::/64");
    expect(read("1", "192.0.2.1", "[2001:db8::1]")).to.equal("2001:db8:0:0::/64");
  });
  it("reports an ignored X-Forwarded-For once", () => {
    let reports = 0;
    const read = (trust: string, headers: object): string =>
      clientAddressReader(
        loadGatewayConfig({ TRUST_PROXY: trust }).TRUST_PROXY,
        () => reports++,
      )({
        socket: { remoteAddress: "192.0.2.1" },
        headers,
      } as never);
    read("off", {});
    read("1", { "x-forwarded-for": "203.0.113.9" });
    expect(reports).to.equal(0);
    const reader = clientAddressReader(false, () => reports++);
    for (let at = 0; at < 3; at++)
      reader({ socket: { remoteAddress: "192.0.2.1" }, headers: { "x-forwarded-for": "203.0.113.9" } } as never);
    expect(reports).to.equal(1);
  });
});
