import { sendRequest, row } from "@plat/testkit";
import type { Check } from "../check.ts";
import { expensiveQueries } from "../expensive-queries.ts";
import type { Target, Tenant } from "../target.ts";
import { startCanary } from "./canary.ts";
import { sendRaw } from "./send-raw.ts";
import { findViolations } from "./check-response.ts";
import { bytesOf, type CaseContext, type Case } from "./case.ts";
import { tables } from "./tables.ts";

/** Cases in flight: high enough that cases which wait for a timeout do not delay the others. */
const concurrency = 24;
const secret = /svc_pk_[0-9A-Za-z]{12}|eyJ[A-Za-z0-9_-]{20}/;

/** Sends the whole corpus, then checks that no URL was fetched, no secret was logged and Plat still works. */
export async function runCorpus(target: Target, onProgress: (line: string) => void): Promise<Check[]> {
  const tenant = await target.tenant("Corpus");
  const [id = ""] = await target.fill(tenant, 40);
  // Warms up Elasticsearch, so that its slow first responses are not attributed to an attack.
  for (const body of Object.values(expensiveQueries))
    await sendRequest(target.url, "/properties/search", { key: tenant.key, body });
  const [otherKey = ""] = await target.keys(tenant, 1);
  const canary = await startCanary();
  try {
    const context: CaseContext = { key: tenant.key, token: tenant.token, otherKey, id, canaryPort: canary.port };
    const checks: Check[] = [];
    for (const [name, table] of Object.entries(tables)) {
      const failures = await runTable(target, context, table);
      checks.push({
        what: `corpus: ${name}`,
        expected: `${table.length} of ${table.length} as declared`,
        seen: `${table.length - failures.length}`,
        failures,
      });
      onProgress(`${name}: ${table.length - failures.length} of ${table.length}`);
    }
    checks.push(
      {
        what: "corpus: URLs are never fetched",
        expected: "0 connections",
        seen: `${canary.connections()}`,
        failures: canary.connections() === 0 ? [] : ["the canary received a connection"],
      },
      await stillWorks(target, tenant),
      logLeaks(target.log),
    );
    return checks;
  } finally {
    await canary.close();
  }
}

async function runTable({ host, port }: Target, context: CaseContext, table: readonly Case[]): Promise<string[]> {
  const failures: string[] = [];
  const waiting = [...table];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [name, send, expected, options = {}] = next;
      const bytes = bytesOf(send, context);
      const result = await sendRaw(bytes, {
        host,
        port,
        halfClose: options.halfClose ?? false,
        head: bytes.toString("latin1", 0, 5) === "HEAD ",
        timeoutMs: options.withinMs ?? 10_000,
      });
      const wrong = findViolations(result, expected, options);
      if (wrong.length > 0) failures.push(`${name}: ${wrong.join("; ")}`);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return failures;
}

/** Checks that valid requests still succeed, and that no name in the corpus has changed a prototype. */
async function stillWorks({ url }: Target, { key }: Tenant): Promise<Check> {
  const failures: string[] = [];
  const created = await sendRequest(url, "/properties", {
    key,
    body: { title: "After", propertyType: "House", propertyCategory: "Residential" },
  });
  if (created.status !== 201) failures.push(`a valid creation got status ${created.status}`);
  else if (row(created)["price"] !== null || row(created)["x"] !== undefined)
    failures.push("a new listing has members that were not sent");
  const search = await sendRequest(url, "/properties/search", { key, body: { query: "house in Sacramento" } });
  if (search.status !== 200) failures.push(`a valid search got status ${search.status}`);
  return {
    what: "corpus: valid requests afterwards",
    expected: "success",
    seen: failures.length === 0 ? "success" : "failed",
    failures,
  };
}

function logLeaks(log: readonly string[]): Check {
  const lines = log.filter((line) => secret.test(line));
  const errors = log.filter((line) => line.includes('"level":"error"'));
  return {
    what: "corpus: logs without credentials or errors",
    expected: "0 lines",
    seen: `${lines.length + errors.length}`,
    failures: [
      ...(lines.length === 0 ? [] : [`${lines.length} lines contain a credential`]),
      ...errors.slice(0, 5).map((line) => line.slice(0, 300)),
    ],
  };
}
