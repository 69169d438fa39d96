import type { Framework } from "./frameworks/framework.ts";
import type { Workload } from "./workloads.ts";

const compared = 8;

/** The comparable parts of the responses to the first requests of a workload. */
export async function comparableResponses(workload: Workload, framework: Framework): Promise<unknown[]> {
  const { comparable } = workload;
  const [url = ""] = framework.urls;
  if (comparable === undefined || framework.name === "elasticsearch" || framework.name === "bare") return [];
  const [requests = []] = await workload.requests(framework, 1);
  return Promise.all(
    requests.slice(0, compared).map(async ({ method, path: target, headers, body }) => {
      const response = await fetch(url + target, {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
        ...(body === undefined ? {} : { body }),
      });
      const text = await response.text();
      if (response.status !== workload.status) throw new Error(`got status ${response.status}: ${text.slice(0, 300)}`);
      return comparable(JSON.parse(text) as never);
    }),
  );
}

/** @throws Error if a framework's responses differ from those of the first one, because it then does different work */
export function requireEqual(expected: readonly unknown[], actual: readonly unknown[]): void {
  for (const [at, value] of actual.entries()) {
    const [theirs, ours] = [canonical(expected[at]), canonical(value)];
    if (expected[at] !== undefined && theirs !== ours)
      throw new Error(`returns ${ours.slice(0, 200)} where another framework returns ${theirs.slice(0, 200)}`);
  }
}

/** JSON with members sorted by name. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  ) ?? "nothing";
