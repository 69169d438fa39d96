import type { Contestant } from "./frameworks/framework.ts";
import type { Path } from "./workloads.ts";

const compared = 8;

/** What the first requests of a path are answered with, as far as all contestants must agree on it. */
export async function essences(path: Path, contestant: Contestant): Promise<unknown[]> {
  const { essence } = path;
  const [url = ""] = contestant.urls;
  if (essence === undefined || contestant.name === "engine" || contestant.name === "bare") return [];
  const [requests = []] = await path.requests(contestant, 1);
  return Promise.all(
    requests.slice(0, compared).map(async ({ method, path: target, headers, body }) => {
      const response = await fetch(url + target, {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
        ...(body === undefined ? {} : { body }),
      });
      const text = await response.text();
      if (response.status !== path.status) throw new Error(`answered ${response.status}: ${text.slice(0, 300)}`);
      return essence(JSON.parse(text) as never);
    }),
  );
}

/** @throws Error when a contestant answers something else than the first one did: then it does other work */
export function requireSame(expected: readonly unknown[], actual: readonly unknown[]): void {
  for (const [at, value] of actual.entries()) {
    const [theirs, ours] = [canonical(expected[at]), canonical(value)];
    if (expected[at] !== undefined && theirs !== ours)
      throw new Error(`answers ${ours.slice(0, 200)} where another answers ${theirs.slice(0, 200)}`);
  }
}

/** JSON whose members stand in the order of their names. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  ) ?? "nothing";
