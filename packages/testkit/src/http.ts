export interface ApiResponse {
  status: number;
  headers: Headers;
  /** Parsed when it is JSON, else the text. */
  body: unknown;
}

export interface RequestOptions {
  method?: string;
  key?: string;
  token?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

/** One HTTP request as a client would send it. */
export async function sendRequest(base: string, path: string, options: RequestOptions = {}): Promise<ApiResponse> {
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

/** Any JSON object: what it holds is what a test asserts. */
export type Row = Record<string, unknown>;

/** The body as one object. */
export const row = (answer: ApiResponse): Row => answer.body as Row;

/** The elements of a list: a bare array or `data`. */
export const rows = (answer: ApiResponse): Row[] =>
  (Array.isArray(answer.body) ? answer.body : row(answer)["data"]) as Row[];

/** A member of each row. */
export const pluck = (list: readonly Row[], member: string): unknown[] => list.map((each) => each[member]);
