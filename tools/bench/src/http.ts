interface Ask {
  method?: string;
  token?: string;
  headers?: Record<string, string>;
  body?: unknown;
}
export interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

/** One request for setting things up; measured ones go through the load generator. */
export async function ask(base: string, path: string, options: Ask = {}): Promise<Answer> {
  const headers = new Headers(options.headers);
  if (options.token !== undefined) headers.set("authorization", `Bearer ${options.token}`);
  const init: RequestInit = { method: options.method ?? (options.body === undefined ? "GET" : "POST"), headers };
  if (options.body !== undefined) {
    if (!headers.has("content-type")) headers.set("content-type", "application/json");
    init.body = typeof options.body === "string" ? options.body : JSON.stringify(options.body);
  }
  const response = await fetch(base + path, init);
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === "" ? {} : (JSON.parse(text) as Record<string, unknown>),
  };
}

/** @throws Error with what was answered instead of a success */
export async function expectOk(answer: Promise<Answer>): Promise<Record<string, unknown>> {
  const { status, body } = await answer;
  if (status >= 400) throw new Error(`answered ${status}: ${JSON.stringify(body).slice(0, 500)}`);
  return body;
}
