interface RequestOptions {
  method?: string;
  token?: string;
  headers?: Record<string, string>;
  body?: unknown;
}
export interface ApiResponse {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

/** Sends one request for setup; measured requests are sent by the load generator. */
export async function sendRequest(base: string, path: string, options: RequestOptions = {}): Promise<ApiResponse> {
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

/** @returns the body. @throws Error with status and body if the status is 400 or higher */
export async function expectOk(response: Promise<ApiResponse>): Promise<Record<string, unknown>> {
  const { status, body } = await response;
  if (status >= 400) throw new Error(`got status ${status}: ${JSON.stringify(body).slice(0, 500)}`);
  return body;
}
