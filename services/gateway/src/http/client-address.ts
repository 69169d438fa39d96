import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import type { TrustProxy } from "../config.ts";

const named: Readonly<Record<string, string>> = {
  loopback: "127.0.0.0/8,::1/128",
  linklocal: "169.254.0.0/16,fe80::/10",
  uniquelocal: "10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7",
};

/**
 * Reads the client's address as limits count it: of the connection, or, where proxies are trusted, the last one in
 * `X-Forwarded-For` that none of them has written. `onIgnored` is called the first time that somebody sends the field
 * while nobody is trusted.
 */
export function addressReader(
  trustProxy: TrustProxy,
  onIgnored: () => void = () => undefined,
): (request: IncomingMessage) => string {
  if (trustProxy === false) {
    let isTold = false;
    return ({ socket, headers }) => {
      if (!isTold && headers["x-forwarded-for"] !== undefined) {
        isTold = true;
        onIgnored();
      }
      return normalAddress(socket.remoteAddress ?? "unknown");
    };
  }
  const isTrusted = trustOf(trustProxy);
  return ({ socket, headers }) => {
    const field = headers["x-forwarded-for"];
    const forwarded = (typeof field === "string" ? field : "").split(",").map((part) => part.trim());
    let address = socket.remoteAddress ?? "unknown";
    for (let hops = 0; isTrusted(address, hops); hops++) {
      const before = withoutPort(forwarded.pop() ?? "");
      if (isIP(before) === 0) break;
      address = before;
    }
    return normalAddress(address);
  };
}

function trustOf(trustProxy: number | string[]): (address: string, hops: number) => boolean {
  if (typeof trustProxy === "number") return (_, hops) => hops < trustProxy;
  const trusted = new BlockList();
  for (const network of trustProxy.flatMap((part) => (named[part] ?? part).split(","))) {
    const [address = "", bits] = network.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    trusted.addSubnet(address, bits === undefined ? (family === "ipv6" ? 128 : 32) : Number(bits), family);
  }
  return (address) => {
    const plain = mappedV4(address) ?? address;
    return isIP(plain) !== 0 && trusted.check(plain, isIP(plain) === 6 ? "ipv6" : "ipv4");
  };
}

/** Some proxies write the client's port behind its address, which for IPv6 then stands in brackets. */
const withoutPort = (address: string): string =>
  /^\[([^\]]*)\](?::\d+)?$/.exec(address)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? address;

const mappedV4 = (address: string): string | undefined => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];

/** Who has an IPv6 address usually has the whole /64, so that is what counts. */
export function normalAddress(address: string): string {
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
