const LOOPBACK = ["127.0.0.1", "localhost", "::1"];

/**
 * Settings that make Node use the proxy of the environment, as npm, cargo and Go do by default, except for loopback
 * addresses, where the services and backing services listen. Empty without a proxy.
 */
export function proxySettings(env) {
  const hasProxy = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"].some((name) => env[name]);
  if (!hasProxy) return {};
  const hosts = (env.no_proxy || env.NO_PROXY || "").split(/[\s,]+/).filter((host) => host !== "");
  const direct = [...new Set([...hosts, ...LOOPBACK])].join(",");
  return { NODE_USE_ENV_PROXY: env.NODE_USE_ENV_PROXY ?? "1", NO_PROXY: direct, no_proxy: direct };
}
