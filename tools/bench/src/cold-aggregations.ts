import { setTimeout } from "node:timers/promises";
import type { Contestant, ContestantName } from "./frameworks/framework.ts";
import { peerQueries } from "./frameworks/baselines.ts";
import { ask, expectOk } from "./http.ts";

/** Milliseconds of single requests after everything cached was dropped, by contestant. */
export interface Cold {
  listings: number;
  milliseconds: Map<ContestantName, number[]>;
  failures: Map<ContestantName, string>;
}

/** Plat gives no counts older than this; with a margin. */
const tooOldMs = 1_200;

/**
 * Aggregations that nobody has ready: Elasticsearch's request cache is emptied, Plat's answer has become too old, and then
 * each contestant answers one request. The engine alone shows what of it is Elasticsearch's own time.
 */
export async function measureCold(
  contestants: readonly Contestant[],
  elasticsearchUrl: string,
  listings: number,
  samples: number,
): Promise<Cold> {
  const milliseconds = new Map<ContestantName, number[]>(contestants.map(({ name }) => [name, []]));
  const failures = new Map<ContestantName, string>();
  const query = JSON.stringify((await peerQueries()).aggregationsQuery("active"));
  // One more than asked for: the first opens connections and compiles.
  for (let sample = 0; sample <= samples; sample++) {
    await setTimeout(tooOldMs);
    for (const contestant of contestants) {
      if (failures.has(contestant.name)) continue;
      try {
        await expectOk(ask(elasticsearchUrl, "/_cache/clear?request=true", { method: "POST" }));
        const took = await once(contestant, query);
        if (sample > 0) milliseconds.get(contestant.name)?.push(took);
      } catch (error) {
        failures.set(contestant.name, error instanceof Error ? error.message : String(error));
        milliseconds.delete(contestant.name);
      }
    }
  }
  return { listings, milliseconds, failures };
}

async function once({ name, urls, keys }: Contestant, query: string): Promise<number> {
  const [url = ""] = urls;
  const began = performance.now();
  const response =
    name === "engine"
      ? await fetch(`${url}/_search`, { method: "POST", headers: { "content-type": "application/json" }, body: query })
      : await fetch(`${url}/properties/aggregations`, {
          headers: { authorization: `Bearer ${keys[0] ?? ""}`, "accept-encoding": "identity" },
        });
  await response.arrayBuffer();
  const took = performance.now() - began;
  if (response.status !== 200) throw new Error(`answered ${response.status}`);
  return took;
}
