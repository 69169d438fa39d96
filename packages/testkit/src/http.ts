export interface ApiResponse {
  status: number;
  headers: Headers;
  /** The parsed JSON, or the text of any other content type. */
  body: unknown;
}

export interface RequestOptions {
  /** Default: POST with a body, GET without. */
  method?: string;
  /** API key. */
  key?: string;
  /** Session token. */
  token?: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
}

/** Sends an HTTP request and returns the response, whatever its status. */
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

/** Any JSON object. Tests assert its members. */
export type Row = Record<string, unknown>;

/** Returns the body as one object. */
export const row = (response: ApiResponse): Row => response.body as Row;

/** Returns the elements of a list: the body if it is an array, otherwise its `data`. */
export const rows = (response: ApiResponse): Row[] =>
  (Array.isArray(response.body) ? response.body : row(response)["data"]) as Row[];

/** Returns one member of each row. */
export const pluck = (list: readonly Row[], member: string): unknown[] => list.map((each) => each[member]);
