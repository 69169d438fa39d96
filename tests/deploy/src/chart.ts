import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { root } from "./image.ts";
import { helm } from "./tools.ts";

export const chart = join(root, "deploy/kubernetes");
export const kubernetesVersion = "1.35";

/** The members that the tests read. */
export interface KubernetesObject {
  kind: string;
  metadata: { name: string; labels: Record<string, string>; annotations?: Record<string, string> };
  data?: Record<string, string>;
  stringData?: Record<string, string>;
  spec: Record<string, unknown>;
}

interface Container {
  name: string;
  image: string;
  command?: string[];
  envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  securityContext: object;
  resources: { requests: object; limits: object };
  ports?: { name: string; containerPort: number }[];
  volumeMounts: { name: string; mountPath: string }[];
  livenessProbe?: object;
  readinessProbe?: object;
  startupProbe?: object;
}

export interface Pod {
  metadata: { labels: Record<string, string> };
  spec: {
    containers: Container[];
    securityContext: object;
    automountServiceAccountToken: boolean;
    volumes: { name: string }[];
  };
}

/** @throws Error with helm's output */
export async function render(args: readonly string[]): Promise<string> {
  const { ok, output } = await helm(["template", "plat", chart, "--kube-version", `${kubernetesVersion}.0`, ...args]);
  if (!ok) throw new Error(output);
  return output;
}

export const objectsOf = (rendered: string): KubernetesObject[] =>
  parseAllDocuments(rendered)
    .map((document) => document.toJSON() as KubernetesObject | null)
    .filter((each) => each !== null);

/** The pod template of a deployment, job or cron job. */
export function podOf({ kind, spec }: KubernetesObject): Pod | undefined {
  if (kind === "Deployment" || kind === "Job") return spec["template"] as Pod;
  if (kind === "CronJob") return (spec["jobTemplate"] as { spec: { template: Pod } }).spec.template;
  return undefined;
}

/** Whether the selector matches pods with these labels. */
export const selects = (selector: unknown, labels: Record<string, string>): boolean =>
  Object.entries((selector as { matchLabels: Record<string, string> }).matchLabels).every(
    ([name, value]) => labels[name] === value,
  );
