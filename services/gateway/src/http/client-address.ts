import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import type { TrustProxy } from "../config.ts";

const namedNetworks: Readonly<Record<string, string>> = {
  loopback: "127.0.0.0/8,::1/128",
  linklocal: "169.254.0.0/16,fe80::/10",
  uniquelocal: "10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7",
};

/**
 * Creates a function that returns the address of the client, by which rate limits count: that of the connection, or, if
 * proxies are trusted, the last one in `X-Forwarded-For` that is not a trusted proxy.
 * @param onIgnored called the first time that a request has `X-Forwarded-For` while no proxy is trusted
 */
export function clientAddressReader(
  trustProxy: TrustProxy,
  onIgnored: () => void = () => undefined,
): (request: IncomingMessage) => string {
  if (trustProxy === false) {
    let isReported = false;
    return ({ socket, headers }) => {
      if (!isReported && headers["x-forwarded-for"] !== undefined) {
        isReported = true;
        onIgnored();
      }
      return rateLimitAddress(socket.remoteAddress ?? "unknown");
    };
  }
  const isTrusted = trustPredicate(trustProxy);
  return ({ socket, headers }) => {
    const field = headers["x-forwarded-for"];
    const forwarded = (typeof field === "string" ? field : "").split(",").map((part) => part.trim());
    let address = socket.remoteAddress ?? "unknown";
    for (let hops = 0; isTrusted(address, hops); hops++) {
      const previous = withoutPort(forwarded.pop() ?? "");
      if (isIP(previous) === 0) break;
      address = previous;
    }
    return rateLimitAddress(address);
  };
}

/** @returns whether the address, this many hops away from the gateway, is a trusted proxy */
function trustPredicate(trustProxy: number | string[]): (address: string, hops: number) => boolean {
  if (typeof trustProxy === "number") return (_, hops) => hops < trustProxy;
  const trusted = new BlockList();
  for (const network of trustProxy.flatMap((part) => (namedNetworks[part] ?? part).split(","))) {
    const [address = "", bits] = network.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    trusted.addSubnet(address, bits === undefined ? (family === "ipv6" ? 128 : 32) : Number(bits), family);
  }
  return (address) => {
    const unmapped = mappedV4(address) ?? address;
    return isIP(unmapped) !== 0 && trusted.check(unmapped, isIP(unmapped) === 6 ? "ipv6" : "ipv4");
  };
}

/** Some proxies append the port of the client; an IPv6 address is then in brackets. */
const withoutPort = (address: string): string =>
  /^\[([^\]]*)\](?::\d+)?$/.exec(address)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? address;

/** The IPv4 address in an IPv4-mapped IPv6 address. */
const mappedV4 = (address: string): string | undefined => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];

/** The address that rate limits count by: an IPv4 address, or the /64 of an IPv6 address, which one client usually owns. */
export function rateLimitAddress(address: string): string {
  const mapped = mappedV4(address);
  if (mapped !== undefined) return mapped;
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.split("%")[0]?.toLowerCase().split("::") ?? [];
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array.from({ length: zeros }, () => "0"), ...right];
  const network = groups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ""));
  return `${network.join(":")}::/64`;
}
