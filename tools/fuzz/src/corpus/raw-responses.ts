/** One HTTP response as received over a socket. */
export interface RawResponse {
  status: number;
  /** Values by lower-case name, in order of arrival. */
  headers: ReadonlyMap<string, readonly string[]>;
  body: string;
}

/** The parsed output of a server. */
export interface RawResponses {
  responses: RawResponse[];
  /** Bytes that are not part of a complete response. */
  rest: string;
}

const end = "\r\n\r\n";

/**
 * Parses all responses in the bytes that a server sent, including interim responses (1xx).
 * @param all the bytes decoded as latin1, one character per byte
 * @param bodiless number of leading final responses without a body, because they respond to HEAD
 */
export function parseResponses(all: string, bodiless = 0): RawResponses {
  const responses: RawResponse[] = [];
  let rest = all;
  let headLeft = bodiless;
  for (;;) {
    const response = readOne(rest, headLeft > 0);
    if (response === undefined) return { responses, rest };
    responses.push(response.response);
    rest = rest.slice(response.bytes);
    if (response.response.status >= 200) headLeft--;
  }
}

function readOne(text: string, isHead: boolean): { response: RawResponse; bytes: number } | undefined {
  const headEnd = text.indexOf(end);
  if (headEnd === -1) return undefined;
  const [first = "", ...lines] = text.slice(0, headEnd).split("\r\n");
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]);
  if (Number.isNaN(status)) return undefined;
  const headers = new Map<string, string[]>();
  for (const line of lines) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), line.slice(colon + 1).trim()]);
  }
  const from = headEnd + end.length;
  const bodiless = isHead || status < 200 || status === 204 || status === 304;
  if (!bodiless && headers.get("transfer-encoding")?.[0] === "chunked") {
    const chunked = readChunks(text, from);
    return chunked === undefined
      ? undefined
      : { response: { status, headers, body: chunked.body }, bytes: chunked.until };
  }
  const length = bodiless ? 0 : Number(headers.get("content-length")?.[0] ?? 0);
  if (text.length < from + length) return undefined;
  return { response: { status, headers, body: text.slice(from, from + length) }, bytes: from + length };
}

function readChunks(text: string, from: number): { body: string; until: number } | undefined {
  let body = "";
  let at = from;
  for (;;) {
    const lineEnd = text.indexOf("\r\n", at);
    if (lineEnd === -1) return undefined;
    const size = Number.parseInt(text.slice(at, lineEnd), 16);
    const dataEnd = lineEnd + 2 + size;
    if (Number.isNaN(size) || text.length < dataEnd + 2) return undefined;
    body += text.slice(lineEnd + 2, dataEnd);
    at = dataEnd + 2;
    if (size === 0) return { body, until: at };
  }
}
