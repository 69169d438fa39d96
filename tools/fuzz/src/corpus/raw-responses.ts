/** One HTTP answer as it came over a socket. */
export interface RawAnswer {
  status: number;
  /** By lower-case name; of a field that came twice, both values. */
  headers: ReadonlyMap<string, readonly string[]>;
  body: string;
}

/** What came back, read. */
export interface RawAnswers {
  answers: RawAnswer[];
  /** Bytes that are no whole answer. */
  rest: string;
}

const end = "\r\n\r\n";

/**
 * Reads all answers out of what a server sent, interim ones (1xx) too. The text is latin1: a character a byte.
 * @param bodiless how many of the first final answers have no body, being answers to HEAD
 */
export function readAnswers(all: string, bodiless = 0): RawAnswers {
  const answers: RawAnswer[] = [];
  let rest = all;
  let headLeft = bodiless;
  for (;;) {
    const answer = readOne(rest, headLeft > 0);
    if (answer === undefined) return { answers, rest };
    answers.push(answer.answer);
    rest = rest.slice(answer.bytes);
    if (answer.answer.status >= 200) headLeft--;
  }
}

function readOne(text: string, isHead: boolean): { answer: RawAnswer; bytes: number } | undefined {
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
      : { answer: { status, headers, body: chunked.body }, bytes: chunked.until };
  }
  const length = bodiless ? 0 : Number(headers.get("content-length")?.[0] ?? 0);
  if (text.length < from + length) return undefined;
  return { answer: { status, headers, body: text.slice(from, from + length) }, bytes: from + length };
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
