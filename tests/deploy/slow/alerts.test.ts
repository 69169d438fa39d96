import { expect } from "chai";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chart, objectsOf, podOf, render } from "../src/chart.ts";
import { root } from "../src/image.ts";
import { promtool } from "../src/tools.ts";

const folder = join(root, "deploy/observability");

describe("alerts and scrape configurations, checked by promtool", function () {
  // Building promtool (once) takes minutes.
  this.timeout(1_800_000);
  let copy: string;

  before(async () => {
    copy = await mkdtemp(join(tmpdir(), "plat-alerts-"));
    await cp(folder, copy, { recursive: true });
  });
  after(() => rm(copy, { recursive: true }));

  it("alerts.yml: every rule is valid", async () => {
    const { ok, output } = await promtool(["check", "rules", "--lint=all", "--lint-fatal", join(folder, "alerts.yml")]);
    expect(ok, output).to.equal(true);
    const wrong = join(copy, "wrong.yml");
    await writeFile(wrong, (await readFile(join(folder, "alerts.yml"), "utf8")).replace("expr: up{", "expr: up{{"));
    expect((await promtool(["check", "rules", wrong])).ok, "promtool sees what is wrong").to.equal(false);
  });

  it("alerts.test.yml: alerts fire after their duration and name the instance or endpoint", async () => {
    const { ok, output } = await promtool(["test", "rules", join(folder, "alerts.test.yml")]);
    expect(ok, output).to.equal(true);
    const rules = join(copy, "alerts.yml");
    await writeFile(rules, (await readFile(rules, "utf8")).replace("[5m])) > 0.01", "[5m])) > 0.1"));
    const blunt = await promtool(["test", "rules", join(copy, "alerts.test.yml")]);
    expect(blunt.ok, "a blunted alert fails them").to.equal(false);
    expect(blunt.output).to.include("PlatErrors");
  });

  it("deploy/compose/prometheus.yml: valid, with its rules", async () => {
    const text = await readFile(join(root, "deploy/compose/prometheus.yml"), "utf8");
    const file = join(copy, "prometheus.yml");
    await writeFile(file, text.replace("/etc/prometheus/alerts.yml", join(folder, "alerts.yml")));
    const { ok, output } = await promtool(["check", "config", file]);
    expect(ok, output).to.equal(true);
    expect(output).to.match(/\d+ rules found/);
  });

  it("prometheus-kubernetes.yml: valid, and its relabelling matches the labels of the chart's pods", async () => {
    const file = join(folder, "prometheus-kubernetes.yml");
    const { ok, output } = await promtool(["check", "config", file]);
    expect(ok, output).to.equal(true);
    const text = await readFile(file, "utf8");
    const name = /\bjob_name: (\S+)/.exec(text)?.[1] ?? "";
    expect(await readFile(join(folder, "alerts.yml"), "utf8")).to.include(`up{job="${name}"}`);
    const wrong = join(copy, "wrong-config.yml");
    await writeFile(wrong, text.replace("role: pod", "role: pods"));
    expect((await promtool(["check", "config", wrong])).ok, "promtool sees what is wrong").to.equal(false);
    const objects = objectsOf(await render(["-f", join(chart, "examples/managed.yaml")]));
    const [label, port] = (/regex: (\S+)/.exec(text)?.[1] ?? "").split(";");
    const pods = objects.filter(({ kind }) => kind === "Deployment").flatMap((object) => podOf(object) ?? []);
    expect(pods).to.have.lengthOf(4);
    for (const { metadata, spec } of pods) {
      expect(metadata.labels["app.kubernetes.io/part-of"]).to.equal(label);
      expect(spec.containers.flatMap(({ ports = [] }) => ports).filter((each) => each.name === port)).to.have.lengthOf(
        1,
      );
    }
  });
});
