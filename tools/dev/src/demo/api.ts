interface Answer {
  status: number;
  body: Record<string, unknown>;
}

/** The few requests that seeding makes. */
export interface Api {
  get(path: string, token: string): Promise<Answer>;
  post(path: string, token: string | undefined, body: unknown, idempotencyKey?: string): Promise<Answer>;
  patch(path: string, token: string, body: unknown): Promise<Answer>;
  remove(path: string, token: string): Promise<Answer>;
}

export function apiAt(base: string): Api {
  const send = async (
    method: string,
    path: string,
    token?: string,
    body?: unknown,
    idempotencyKey?: string,
  ): Promise<Answer> => {
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

/** @throws Error with the problem that was answered instead */
export async function expectOk(answer: Promise<Answer>): Promise<Record<string, unknown>> {
  const { status, body } = await answer;
  if (status >= 400) throw new Error(`Plat answered ${status}: ${JSON.stringify(body)}`);
  return body;
}
