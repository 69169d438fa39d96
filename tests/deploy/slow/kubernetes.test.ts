import { gatewaySettings } from "@plat/gateway/config";
import { keysSettings } from "@plat/keys/config";
import { loadConfig } from "@plat/kit";
import { listingsSettings } from "@plat/listings/config";
import { searchSettings } from "@plat/search/config";
import { expect } from "chai";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { natsUsers } from "../src/nats-users.ts";
import { chart, kubernetesVersion, type KubernetesObject, objectsOf, podOf, render, selects } from "../src/chart.ts";
import { root } from "../src/image.ts";
import { helm, kubernetesValidate } from "../src/tools.ts";

const settingsOf = { gateway: gatewaySettings, keys: keysSettings, listings: listingsSettings, search: searchSettings };
/** Required values, set by every test except those about them. */
const signing = ["--set", "services.keys.secret.SIGNING_KEY_SECRET=what-openssl-rand-hex-32-prints-once"];
const registry = ["--set", "image.registry=registry.example.com/plat", ...signing];
const example = (name: string): string[] => ["-f", join(chart, "examples", `${name}.yaml`)];
const cases: Record<string, string[]> = {
  "as it is": registry,
  "with providers' engines": example("managed-engines"),
  "with engines in the cluster": example("engines-in-the-cluster"),
  "with nobody who watches": [
    ...registry,
    "--set",
    "networkPolicy.monitoringNamespace=",
    "--set",
    "services.keys.autoscaling.enabled=true",
    "--set",
    "networkPolicy.morePorts={4318}",
  ],
  "with a rebuilt index": [...registry, "--set", "jobs.reindex.enabled=true"],
};

describe("deploy/kubernetes", function () {
  this.timeout(900_000);
  let folder: string;
  const rendered = new Map<string, string>();

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "plat-chart-"));
    for (const [name, args] of Object.entries(cases)) rendered.set(name, await render(args));
  });
  after(() => rm(folder, { recursive: true }));

  const objects = (name: string): KubernetesObject[] => objectsOf(rendered.get(name) ?? "");

  it("passes helm lint --strict", async () => {
    const { ok, output } = await helm(["lint", chart, "--strict", "--kube-version", `${kubernetesVersion}.0`]);
    expect(ok, output).to.equal(true);
  });

  it("renders objects that are valid according to the Kubernetes schemas", async () => {
    for (const [name, text] of rendered) {
      const file = join(folder, "objects.yaml");
      await writeFile(file, text);
      const { ok, output } = await kubernetesValidate(["-k", kubernetesVersion, "--strict", file]);
      expect(ok, `${name}: ${output}`).to.equal(true);
      // There is no schema for the Gateway API.
      const unknown = output.split("\n").filter((line) => line.includes("WARN") && !line.includes("HTTPRoute"));
      expect(unknown, name).to.deep.equal([]);
    }
    const wrong = join(folder, "wrong.yaml");
    await writeFile(wrong, (rendered.get("as it is") ?? "").replace("maxUnavailable: 1", "maxUnavailble: 1"));
    expect((await kubernetesValidate(["-k", kubernetesVersion, "--strict", wrong])).ok, "sees what is wrong").to.equal(
      false,
    );
  });

  it("rejects unknown values and settings that are not strings", async () => {
    for (const [set, says] of [
      ["services.gateway.replica=3", /replica/],
      ["services.gatway.tag=1", /gatway/],
      ["services.keys.replicas=0", /replicas/],
      ["services.keys.config.KEY_LIMIT=5", /KEY_LIMIT/],
    ] as const) {
      const { ok, output } = await helm([
        "template",
        "plat",
        chart,
        "--kube-version",
        "1.35.0",
        ...registry,
        "--set",
        set,
      ]);
      expect(ok, set).to.equal(false);
      expect(output).to.match(says);
    }
  });

  it("requires image.registry, so that no unintended registry can provide images", async () => {
    const { ok, output } = await helm(["template", "plat", chart, "--kube-version", "1.35.0", ...signing]);
    expect(ok).to.equal(false);
    expect(output).to.include("image.registry is not set");
    const images = objects("as it is").flatMap(
      (object) => podOf(object)?.spec.containers.map(({ image }) => image) ?? [],
    );
    expect(images.length).to.be.greaterThan(3);
    for (const image of images) expect(image).to.match(/^registry\.example\.com\/plat\/[a-z]+:\d/);
  });

  it("requires SIGNING_KEY_SECRET unless signing keys in clear text are explicitly allowed", async () => {
    const named = ["--set", "image.registry=registry.example.com/plat"];
    const { ok, output } = await helm(["template", "plat", chart, "--kube-version", "1.35.0", ...named]);
    expect(ok).to.equal(false);
    expect(output).to.include("services.keys.secret.SIGNING_KEY_SECRET is not set");
    const secretOf = async (...args: string[]) =>
      objectsOf(await render([...named, ...args])).find(
        ({ kind, metadata }) => kind === "Secret" && metadata.name === "plat-keys",
      )?.stringData?.["SIGNING_KEY_SECRET"];
    expect(await secretOf(...signing)).to.equal("what-openssl-rand-hex-32-prints-once");
    expect(await secretOf("--set-string", "services.keys.secret.SIGNING_KEY_SECRET=")).to.equal("");
    expect(await secretOf("--set", "services.keys.existingSecret=there-already")).to.equal(undefined);
  });

  it("sets TRUST_PROXY behind an ingress or a route, and trusts no proxy otherwise", async () => {
    const trusting = async (...args: string[]): Promise<string[]> =>
      objectsOf(await render([...registry, ...args])).flatMap(({ kind, metadata, data }) => {
        const trusted = kind === "ConfigMap" ? data?.["TRUST_PROXY"] : undefined;
        return trusted === undefined ? [] : [`${metadata.name} ${trusted}`];
      });
    expect(await trusting()).to.deep.equal([]);
    for (const proxy of ["ingress", "httpRoute"]) {
      const on = ["--set", `${proxy}.enabled=true`];
      expect(await trusting(...on), proxy).to.deep.equal(["plat-gateway 1"]);
      const two = ["--set-string", "services.gateway.config.TRUST_PROXY=2"];
      expect(await trusting(...on, ...two), proxy).to.deep.equal(["plat-gateway 2"]);
    }
  });

  it("rebuilds the index only if jobs.reindex is enabled, which no example does", () => {
    const jobs = (name: string): KubernetesObject[] => objects(name).filter(({ kind }) => kind === "Job");
    const [job, ...more] = jobs("with a rebuilt index");
    expect(more).to.deep.equal([]);
    expect(job?.metadata.annotations).to.include({ "helm.sh/hook": "post-upgrade" });
    for (const name of rendered.keys()) if (name !== "with a rebuilt index") expect(jobs(name), name).to.deep.equal([]);
  });

  it("passes only valid settings that the services read", () => {
    for (const name of rendered.keys())
      for (const service of natsUsers) {
        const own = objects(name).filter(({ metadata }) => metadata.name === `plat-${service}`);
        const env = Object.assign({}, ...own.map(({ data, stringData }) => ({ ...data, ...stringData }))) as Record<
          string,
          string
        >;
        for (const variable of Object.keys(env))
          expect(settingsOf[service], `${name}, ${service}`).to.have.property(variable);
        expect(() => loadConfig(settingsOf[service], env), `${name}, ${service}`).to.not.throw();
      }
  });

  it("runs every container unprivileged, with probes, limits and existing images and files", () => {
    for (const name of rendered.keys()) {
      const all = objects(name);
      const pods = all.flatMap((object) => podOf(object) ?? []);
      expect(pods.length).to.be.greaterThan(3);
      for (const { spec } of pods) {
        expect(spec.securityContext).to.include({ runAsNonRoot: true, runAsUser: 1000 });
        expect(spec.automountServiceAccountToken).to.equal(false);
        for (const container of spec.containers) {
          expect(container.securityContext).to.include({
            readOnlyRootFilesystem: true,
            allowPrivilegeEscalation: false,
          });
          expect(container.resources).to.have.nested.property("limits.memory");
          expect(container.volumeMounts.map((mount) => mount.name)).to.have.members(
            spec.volumes.map((volume) => volume.name),
          );
          for (const { configMapRef } of container.envFrom)
            if (configMapRef !== undefined)
              expect(
                all.some(({ kind, metadata }) => kind === "ConfigMap" && metadata.name === configMapRef.name),
              ).to.equal(true);
          const [, script] = container.command ?? [];
          if (script === undefined)
            expect(container).to.include.keys("livenessProbe", "readinessProbe", "startupProbe");
          else expect(existsSync(join(root, script.replace("service/", "services/search/"))), script).to.equal(true);
        }
      }
    }
  });

  it("restricts the network of every pod, and keeps one pod of each service during disruptions", () => {
    for (const name of rendered.keys()) {
      const all = objects(name);
      const of = (kind: string): KubernetesObject[] => all.filter((object) => object.kind === kind);
      for (const object of all) {
        const labels = podOf(object)?.metadata.labels;
        if (labels === undefined) continue;
        const policies = of("NetworkPolicy").filter(({ spec }) => selects(spec["podSelector"], labels));
        expect(policies, `${object.kind} ${object.metadata.name}`).to.have.lengthOf(1);
        const budgets = of("PodDisruptionBudget").filter(({ spec }) => selects(spec["selector"], labels));
        expect(budgets).to.have.lengthOf(object.kind === "Deployment" ? 1 : 0);
      }
      const reachable = of("NetworkPolicy").filter(({ spec }) => JSON.stringify(spec["ingress"]).includes('"http"'));
      expect(reachable.map(({ metadata }) => metadata.name)).to.deep.equal(["plat-gateway"]);
      for (const { spec } of of("HorizontalPodAutoscaler")) {
        const target = (spec["scaleTargetRef"] as { name: string }).name;
        const deployment = of("Deployment").find(({ metadata }) => metadata.name === target);
        // Replicas in the deployment would undo autoscaling at every upgrade.
        expect(deployment?.spec, target).to.be.an("object").and.not.have.property("replicas");
      }
      const [service] = of("Service");
      const gateway = of("Deployment").find(({ metadata }) => metadata.name === "plat-gateway");
      expect(
        selects({ matchLabels: service?.spec["selector"] }, (gateway && podOf(gateway)?.metadata.labels) ?? {}),
      ).to.equal(true);
    }
  });
});
