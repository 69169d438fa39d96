/** A text inside single quotes of a shell. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

export interface CurlRequest {
  url: string;
  method?: string;
  key: string;
  body?: unknown;
}

/** A request as a line for a shell. */
export function curlOf({ url, method, key, body }: CurlRequest): string {
  const lines = [`curl -s ${method === undefined ? "" : `-X ${method} `}${shellQuoted(url)}`];
  lines.push(`-H ${shellQuoted(`Authorization: Bearer ${key}`)}`);
  if (body !== undefined) {
    lines.push("-H 'Content-Type: application/json'");
    lines.push(`-d ${shellQuoted(JSON.stringify(body))}`);
  }
  return lines.join(" \\\n  ");
}
