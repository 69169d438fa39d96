import { setTimeout as delay } from "node:timers/promises";

interface Response {
  status: number;
  body: Record<string, unknown>;
}

/** The requests that seeding sends. */
export interface Api {
  get(path: string, token: string): Promise<Response>;
  post(path: string, token: string | undefined, body: unknown, idempotencyKey?: string): Promise<Response>;
  patch(path: string, token: string, body: unknown): Promise<Response>;
  remove(path: string, token: string): Promise<Response>;
}

export interface ApiOptions {
  /** Time in milliseconds for which idempotent requests are repeated while the response is 503. Default: 0. */
  retryTimeoutMs?: number;
}

export function apiAt(base: string, { retryTimeoutMs = 0 }: ApiOptions = {}): Api {
  const send = async (
    method: string,
    path: string,
    token?: string,
    body?: unknown,
    idempotencyKey?: string,
  ): Promise<Response> => {
    const headers: Record<string, string> = {};
    if (token !== undefined) headers["authorization"] = `Bearer ${token}`;
    if (body !== undefined) headers["content-type"] = "application/json";
    if (idempotencyKey !== undefined) headers["idempotency-key"] = idempotencyKey;
    const deadline = Date.now() + retryTimeoutMs;
    const request = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    let response = await fetch(base + path, request);
    while (response.status === 503 && isIdempotent(method, idempotencyKey) && Date.now() < deadline) {
      await response.arrayBuffer();
      await delay(Number(response.headers.get("retry-after") ?? 1) * 1_000);
      response = await fetch(base + path, request);
    }
    const text = await response.text();
    return { status: response.status, body: text === "" ? {} : (JSON.parse(text) as Record<string, unknown>) };
  };
  return {
    get: (path, token) => send("GET", path, token),
    post: (path, token, body, idempotencyKey) => send("POST", path, token, body, idempotencyKey),
    patch: (path, token, body) => send("PATCH", path, token, body),
    remove: (path, token) => send("DELETE", path, token),
  };
}

const isIdempotent = (method: string, key: string | undefined): boolean => method !== "POST" || key !== undefined;

/** @throws Error with the problem document if the status is 400 or higher */
export async function expectOk(response: Promise<Response>): Promise<Record<string, unknown>> {
  const { status, body } = await response;
  if (status >= 400) throw new Error(`Plat responded with ${status}: ${JSON.stringify(body)}`);
  return body;
}
