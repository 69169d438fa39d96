import { readFileSync } from "node:fs";

/** Addresses and credentials of Redis, as options of ioredis. */
export interface RedisAddress {
  /** URLs. One is a server; several are nodes of one cluster. */
  nodes: readonly [first: string, ...others: string[]];
  /** Used for every connection, including those to nodes that the cluster announces. */
  options: { username?: string; password?: string; tls?: { ca?: string } };
}

/**
 * Parses `REDIS_URL` and `REDIS_CA_FILE`. Connections use TLS if the URLs begin with `rediss://`. The credentials of
 * the first URL that contains a password are used for all nodes.
 * @throws Error if the URLs mix protocols, if a CA file is set without TLS, or if the file cannot be read
 */
export function redisAddress(url: string, caFile: string | undefined): RedisAddress {
  const [first = url, ...others] = url.split(",");
  const parsed = [first, ...others].map((node) => new URL(node));
  const tlsCount = parsed.filter(({ protocol }) => protocol === "rediss:").length;
  if (tlsCount !== 0 && tlsCount !== parsed.length)
    throw new Error("REDIS_URL: either all nodes of a cluster must begin with rediss:// or none");
  if (tlsCount === 0 && caFile !== undefined)
    throw new Error("REDIS_CA_FILE is set, but REDIS_URL does not begin with rediss://");
  const { username = "", password = "" } = parsed.find((node) => node.password !== "") ?? {};
  const tls = caFile === undefined ? {} : { ca: readFileSync(caFile, "utf8") };
  return {
    nodes: [first, ...others],
    options: {
      ...(username === "" ? {} : { username: decodeURIComponent(username) }),
      ...(password === "" ? {} : { password: decodeURIComponent(password) }),
      ...(tlsCount === 0 ? {} : { tls }),
    },
  };
}
