import { readFileSync } from "node:fs";

/** Where Redis is and how to log in there, as options of ioredis. */
export interface RedisAddress {
  /** One: a server; several: nodes of one cluster. */
  nodes: readonly [first: string, ...others: string[]];
  /** For every connection, those to nodes that a cluster names itself too. */
  options: { username?: string; password?: string; tls?: { ca?: string } };
}

/**
 * Reads `REDIS_URL` and `REDIS_CA_FILE`. Connections use TLS when the addresses begin with `rediss://`; user and password
 * of the first address that has them hold for all nodes.
 * @throws Error in a sentence when the two do not fit each other or the file cannot be read
 */
export function redisAddress(url: string, caFile: string | undefined): RedisAddress {
  const [first = url, ...others] = url.split(",");
  const parsed = [first, ...others].map((node) => new URL(node));
  const secure = parsed.filter(({ protocol }) => protocol === "rediss:").length;
  if (secure !== 0 && secure !== parsed.length)
    throw new Error("REDIS_URL: either all nodes of a cluster begin with rediss:// or none");
  if (secure === 0 && caFile !== undefined)
    throw new Error("REDIS_CA_FILE is set, but REDIS_URL does not begin with rediss://");
  const { username = "", password = "" } = parsed.find((node) => node.password !== "") ?? {};
  const tls = caFile === undefined ? {} : { ca: readFileSync(caFile, "utf8") };
  return {
    nodes: [first, ...others],
    options: {
      ...(username === "" ? {} : { username: decodeURIComponent(username) }),
      ...(password === "" ? {} : { password: decodeURIComponent(password) }),
      ...(secure === 0 ? {} : { tls }),
    },
  };
}
