export interface Answer {
  status: number;
  headers: Headers;
  /** Parsed when it is JSON, else the text. */
  // What comes back is what tests look at; its shape is what they assert.
  body: unknown;
}

export interface Ask {
  method?: string;
  key?: string;
  token?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

/** One HTTP request as a client would send it. */
export async function ask(base: string, path: string, options: Ask = {}): Promise<Answer> {
  const headers = new Headers(options.headers);
  const credential = options.key ?? options.token;
  if (credential !== undefined) headers.set("authorization", `Bearer ${credential}`);
  const init: RequestInit = { method: options.method ?? (options.body === undefined ? "GET" : "POST"), headers };
  if (options.body !== undefined) {
    headers.set("content-type", "application/json");
    init.body = JSON.stringify(options.body);
  }
  const response = await fetch(base + path, init);
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") === true && text !== "";
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}
