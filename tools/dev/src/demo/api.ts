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

export function apiAt(base: string): Api {
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
    const response = await fetch(base + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
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

/** @throws Error with the problem document if the status is 400 or higher */
export async function expectOk(response: Promise<Response>): Promise<Record<string, unknown>> {
  const { status, body } = await response;
  if (status >= 400) throw new Error(`Plat responded with ${status}: ${JSON.stringify(body)}`);
  return body;
}
