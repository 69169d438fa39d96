import { sendRequest, row } from "@plat/testkit";
import type { Check } from "../check.ts";
import { dearSearches } from "../expensive-queries.ts";
import type { Target, Tenant } from "../target.ts";
import { startCanary } from "./canary.ts";
import { exchange } from "./send-raw.ts";
import { judge } from "./check-response.ts";
import { bytesOf, type Ground, type Row } from "./case.ts";
import { tables } from "./tables.ts";

/** Rows under way at a time; those that wait for a time limit hold nobody up. */
const atOnce = 24;
const secret = /svc_pk_[0-9A-Za-z]{12}|eyJ[A-Za-z0-9_-]{20}/;

/** Sends the whole corpus, then sees that nothing was fetched, logged or broken. */
export async function runCorpus(target: Target, onProgress: (line: string) => void): Promise<Check[]> {
  const tenant = await target.tenant("Corpus");
  const [id = ""] = await target.fill(tenant, 40);
  // The engine's first answers of a kind take longest; nobody should take that for what an attack did.
  for (const body of Object.values(dearSearches))
    await sendRequest(target.url, "/properties/search", { key: tenant.key, body });
  const [otherKey = ""] = await target.keys(tenant, 1);
  const canary = await startCanary();
  try {
    const ground: Ground = { key: tenant.key, token: tenant.token, otherKey, id, canaryPort: canary.port };
    const checks: Check[] = [];
    for (const [name, table] of Object.entries(tables)) {
      const failures = await runTable(target, ground, table);
      checks.push({
        what: `corpus: ${name}`,
        wanted: `${table.length} of ${table.length} as declared`,
        seen: `${table.length - failures.length}`,
        failures,
      });
      onProgress(`${name}: ${table.length - failures.length} of ${table.length}`);
    }
    checks.push(
      {
        what: "corpus: addresses are never fetched",
        wanted: "0 connections",
        seen: `${canary.connections()}`,
        failures: canary.connections() === 0 ? [] : ["somebody connected to the canary"],
      },
      await afterwards(target, tenant),
      leaks(target.log),
    );
    return checks;
  } finally {
    await canary.close();
  }
}

async function runTable({ host, port }: Target, ground: Ground, table: readonly Row[]): Promise<string[]> {
  const failures: string[] = [];
  const waiting = [...table];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [name, send, expected, options = {}] = next;
      const bytes = bytesOf(send, ground);
      const exchanged = await exchange(bytes, {
        host,
        port,
        half: options.half ?? false,
        head: bytes.toString("latin1", 0, 5) === "HEAD ",
        timeoutMs: options.withinMs ?? 10_000,
      });
      const wrong = judge(exchanged, expected, options);
      if (wrong.length > 0) failures.push(`${name}: ${wrong.join("; ")}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return failures;
}

/** Everything still works, and no name of the corpus has reached a prototype. */
async function afterwards({ url }: Target, { key }: Tenant): Promise<Check> {
  const failures: string[] = [];
  const made = await sendRequest(url, "/properties", {
    key,
    body: { title: "After", propertyType: "House", propertyCategory: "Residential" },
  });
  if (made.status !== 201) failures.push(`a good creation was answered with ${made.status}`);
  else if (row(made)["price"] !== null || row(made)["x"] !== undefined)
    failures.push("a new listing has what nobody gave it");
  const search = await sendRequest(url, "/properties/search", { key, body: { query: "house in Sacramento" } });
  if (search.status !== 200) failures.push(`a good search was answered with ${search.status}`);
  return {
    what: "corpus: good requests afterwards",
    wanted: "as ever",
    seen: failures.length === 0 ? "as ever" : "broken",
    failures,
  };
}

function leaks(log: readonly string[]): Check {
  const lines = log.filter((line) => secret.test(line));
  const errors = log.filter((line) => line.includes('"level":"error"'));
  return {
    what: "corpus: logs without credentials or errors",
    wanted: "0 lines",
    seen: `${lines.length + errors.length}`,
    failures: [
      ...(lines.length === 0 ? [] : [`${lines.length} lines hold a credential`]),
      ...errors.slice(0, 5).map((line) => line.slice(0, 300)),
    ],
  };
}
