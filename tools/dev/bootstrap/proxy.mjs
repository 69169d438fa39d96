const OWN = ["127.0.0.1", "localhost", "::1"];

/**
 * What makes Node heed the proxy that the environment names, as npm, cargo and Go do by themselves; but never for this
 * machine's own addresses, where engines and services are. Empty where there is no proxy.
 */
export function proxySettings(env) {
  const named = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"].some((name) => env[name]);
  if (!named) return {};
  const hosts = (env.no_proxy || env.NO_PROXY || "").split(/[\s,]+/).filter((host) => host !== "");
  const direct = [...new Set([...hosts, ...OWN])].join(",");
  return { NODE_USE_ENV_PROXY: env.NODE_USE_ENV_PROXY ?? "1", NO_PROXY: direct, no_proxy: direct };
}
