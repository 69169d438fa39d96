import { setTimeout } from "node:timers/promises";
import type { Framework, FrameworkName } from "./frameworks/framework.ts";
import { baselineQueries } from "./frameworks/baselines.ts";
import { sendRequest, expectOk } from "./http.ts";

/** Milliseconds per request with empty caches, by framework. */
export interface ColdResult {
  listings: number;
  milliseconds: Map<FrameworkName, number[]>;
  failures: Map<FrameworkName, string>;
}

/** Milliseconds until Plat's cached counts expire, with a margin. */
const cacheExpiryMs = 1_200;

/**
 * Measures aggregations without caches. Before each sample, Plat's cached response has expired; before each request,
 * Elasticsearch's request cache is cleared. Elasticsearch alone shows its share of the time.
 * @param samples requests per framework
 */
export async function measureColdAggregations(
  frameworks: readonly Framework[],
  elasticsearchUrl: string,
  listings: number,
  samples: number,
): Promise<ColdResult> {
  const milliseconds = new Map<FrameworkName, number[]>(frameworks.map(({ name }) => [name, []]));
  const failures = new Map<FrameworkName, string>();
  const query = JSON.stringify((await baselineQueries()).aggregationsQuery("active"));
  // One extra sample: the first one opens connections and triggers compilation.
  for (let sample = 0; sample <= samples; sample++) {
    await setTimeout(cacheExpiryMs);
    for (const framework of frameworks) {
      if (failures.has(framework.name)) continue;
      try {
        await expectOk(sendRequest(elasticsearchUrl, "/_cache/clear?request=true", { method: "POST" }));
        const took = await once(framework, query);
        if (sample > 0) milliseconds.get(framework.name)?.push(took);
      } catch (error) {
        failures.set(framework.name, error instanceof Error ? error.message : String(error));
        milliseconds.delete(framework.name);
      }
    }
  }
  return { listings, milliseconds, failures };
}

async function once({ name, urls, keys }: Framework, query: string): Promise<number> {
  const [url = ""] = urls;
  const began = performance.now();
  const response =
    name === "elasticsearch"
      ? await fetch(`${url}/_search`, { method: "POST", headers: { "content-type": "application/json" }, body: query })
      : await fetch(`${url}/properties/aggregations`, {
          headers: { authorization: `Bearer ${keys[0] ?? ""}`, "accept-encoding": "identity" },
        });
  await response.arrayBuffer();
  const took = performance.now() - began;
  if (response.status !== 200) throw new Error(`got status ${response.status}`);
  return took;
}
