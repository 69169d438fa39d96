const units = { s: 1_000, m: 60_000, h: 3_600_000 };

/**
 * `20/1m,100/10m`: the maximum number of requests per window, with windows in milliseconds.
 * @param {string} raw
 */
function readLimits(raw) {
  return raw.split(",").map((part) => {
    const [, limit, count, unit] = /^(\d+)\/(\d+)([smh])$/.exec(part) ?? [];
    if (limit === undefined) throw new Error(`RATE_LIMITS: "${raw}" must be like 20/1m,100/10m`);
    return { name: `${count}${unit}`, limit: Number(limit), ttlMs: Number(count) * units[unit] };
  });
}

/** @param {string} name */
function required(name) {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is required`);
  return value;
}

export function readSettings() {
  return {
    mongoUrl: required("MONGO_URL"),
    mongoDatabase: required("MONGO_DATABASE"),
    redisUrl: required("REDIS_URL"),
    natsUrl: required("NATS_URL"),
    elasticsearchUrl: required("ELASTICSEARCH_URL"),
    elasticsearchIndex: required("ELASTICSEARCH_INDEX"),
    jwtSecret: required("JWT_SECRET"),
    limits: readLimits(required("RATE_LIMITS")),
    port: Number(process.env.PORT ?? 0),
  };
}

/** Reports to the parent process that requests are accepted. */
export function ready(server) {
  const address = server?.address();
  const url = address === undefined || address === null ? undefined : `http://127.0.0.1:${address.port}`;
  process.stdout.write(`${JSON.stringify({ msg: "ready", url })}\n`);
}

/** Stops on SIGTERM, and when the parent process exits. */
export function onStop(stop) {
  const end = () => {
    setTimeout(() => process.exit(1), 3_000).unref();
    Promise.resolve(stop()).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once("SIGTERM", end);
  process.stdin.once("end", end);
  process.stdin.resume();
  process.stdin.unref?.();
}
