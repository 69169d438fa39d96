/** Puts a text into the clipboard. Where the page may not use it (plain http), by the older way. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    area.className = "visually-hidden";
    (document.querySelector("dialog[open]") ?? document.body).append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

/** Offers a text as a file. */
export function download(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

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
