/** Quotes a text for a POSIX shell. */
const shellQuote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

export interface CurlRequest {
  url: string;
  method?: string;
  key: string;
  body?: unknown;
}

/** Returns a request as a curl command. */
export function curlCommand({ url, method, key, body }: CurlRequest): string {
  const lines = [`curl -s ${method === undefined ? "" : `-X ${method} `}${shellQuote(url)}`];
  lines.push(`-H ${shellQuote(`Authorization: Bearer ${key}`)}`);
  if (body !== undefined) {
    lines.push("-H 'Content-Type: application/json'");
    lines.push(`-d ${shellQuote(JSON.stringify(body))}`);
  }
  return lines.join(" \\\n  ");
}
