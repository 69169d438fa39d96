import type { Request } from "express";
import type { TrustProxy } from "./config.ts";

/** The client's address as limits count it: who has an IPv6 address usually has the whole /64. */
export function addressOf(trustProxy: TrustProxy, request: Request): string {
  const address = (trustProxy === false ? request.socket.remoteAddress : request.ip) ?? "unknown";
  return normalAddress(address);
}

export function normalAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.split("%")[0]?.toLowerCase().split("::") ?? [];
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array.from({ length: zeros }, () => "0"), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}
