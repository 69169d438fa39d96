import { parser } from "@prometheus-io/lezer-promql";
import { sendRequest, type Plat, row, startPlat, slowSuiteTimeoutMs } from "@plat/testkit";
import { expect } from "chai";
import { readFile } from "node:fs/promises";
import { parse } from "yaml";

const folder = new URL("../../../deploy/observability/", import.meta.url);

interface Rules {
  groups: { rules: { alert: string; expr: string }[] }[];
}
interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[];
}

/** Every expression, by its place. */
async function expressions(): Promise<[string, string][]> {
  const rules = parse(await readFile(new URL("alerts.yml", folder), "utf8")) as Rules;
  const dashboard = JSON.parse(await readFile(new URL("dashboard.json", folder), "utf8")) as Dashboard;
  return [
    ...rules.groups.flatMap((group) => group.rules.map(({ alert, expr }): [string, string] => [alert, expr])),
    // Grafana replaces its variable by a duration before the query reaches Prometheus.
    ...dashboard.panels.flatMap(({ title, targets }) =>
      targets.map(({ expr }): [string, string] => [title, expr.replaceAll("$__rate_interval", "1m")]),
    ),
  ];
}

/** Metric names in an expression, parsed by Prometheus's grammar. @throws AssertionError if it is invalid */
function metricsOf(expression: string): string[] {
  const names: string[] = [];
  parser.parse(expression).iterate({
    enter({ type, from, to }) {
      expect(type.isError, `${expression} at ${from}`).to.equal(false);
      if (type.name === "VectorSelector") names.push(/^[a-zA-Z_:][\w:]*/.exec(expression.slice(from, to))?.[0] ?? "");
    },
  });
  return names;
}

describe("alerts and dashboard", function () {
  this.timeout(slowSuiteTimeoutMs);

  let plat: Plat;
  const served = new Set<string>(["up"]);

  before(async () => {
    plat = await startPlat({ env: { gateway: { RATE_LIMITS: "1/1h" } } });
    const user = { email: "metrics@example.com", password: "correct horse battery" };
    const signedUp = await sendRequest(plat.url, "/auth/sign-up", { body: { organizationName: "Metrics", ...user } });
    const token = String(row(signedUp)["token"]);
    await sendRequest(plat.url, "/properties", { token });
    expect((await sendRequest(plat.url, "/properties", { token })).status).to.equal(429);
    for (const name of ["gateway", "keys", "listings", "search"] as const) {
      const { body } = await sendRequest(plat.service(name).opsUrl, "/metrics");
      for (const [, metric = ""] of String(body).matchAll(/^([a-zA-Z_:][\w:]*)(?:\{| )/gm)) served.add(metric);
    }
  });
  after(() => plat.stop());

  it("query only metrics that a running service exposes, with valid PromQL", async () => {
    for (const [where, expression] of await expressions())
      for (const metric of metricsOf(expression)) expect(served.has(metric), `${where}: ${metric}`).to.equal(true);
  });

  it("use every metric that Plat defines", async () => {
    const used = new Set((await expressions()).flatMap(([, expression]) => metricsOf(expression)));
    const family = (name: string): string => name.replace(/_(?:bucket|sum|count)$/, "");
    const families = new Set([...used].map(family));
    const unused = [...served].filter((name) => name.startsWith("plat_") && !families.has(family(name)));
    expect(unused).to.deep.equal([]);
  });

  it("detect an invalid expression", () => {
    expect(() => metricsOf("sum by (endpoint (rate(x[5m]))")).to.throw();
  });
});
