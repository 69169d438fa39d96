import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { root } from "./image.ts";

interface ComposeService {
  image: string;
  profiles: string[];
  environment?: Record<string, string>;
  env_file?: { path: string; required: boolean }[];
  depends_on?: Record<string, { condition: string }>;
  networks: string[];
  volumes?: string[];
  ports?: string[];
  command?: string[];
  healthcheck?: { test: string[] };
  build?: { context: string; args: Record<string, string> };
  read_only?: boolean;
  cap_drop?: string[];
  deploy?: { resources: { limits: Record<string, string> } };
}

export interface ComposeFile {
  services: Record<string, ComposeService>;
  networks: Record<string, { internal?: boolean }>;
  volumes: Record<string, unknown>;
}

/** The variables that `sh deploy/compose/make-env.sh` prints. */
export function freshEnv(): Record<string, string> {
  const text = execFileSync("sh", [join(root, "deploy/compose/make-env.sh")], { encoding: "utf8" });
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return Object.fromEntries(
    lines.map((line): [string, string] => [line.split("=", 1)[0] ?? "", line.slice(line.indexOf("=") + 1)]),
  );
}

/**
 * Replaces variables as Compose does: `${A}`, `${A:-otherwise}`, `${A:?why}`, `$$`.
 * @throws Error that names a required variable that is not set
 */
export function interpolate(text: string, env: Readonly<Record<string, string>>): string {
  return text.replaceAll(
    /\$(?:(\$)|\{(\w+)(?::([-?])([^}]*))?\})/g,
    (_, dollar?: string, name = "", kind?: string, rest = "") => {
      if (dollar !== undefined) return "$";
      const value = env[name] ?? "";
      if (value !== "") return value;
      if (kind === "?") throw new Error(`${name} is not set: ${rest}`);
      return kind === "-" ? rest : "";
    },
  );
}

/** A Compose file with merged anchors and replaced variables; also as plain data for schema validation. */
export function readCompose(file: string, env: Readonly<Record<string, string>>): ComposeFile {
  const data: unknown = parse(readFileSync(join(root, file), "utf8"), { merge: true });
  const replaced = (value: unknown): unknown => {
    if (typeof value === "string") return interpolate(value, env);
    if (Array.isArray(value)) return value.map(replaced);
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replaced(each)]));
    return value;
  };
  return replaced(data) as ComposeFile;
}

/** Services in dependency order. @throws Error if dependencies are circular */
export function startOrder({ services }: Pick<ComposeFile, "services">): string[] {
  const order: string[] = [];
  const visit = (name: string, path: readonly string[]): void => {
    if (path.includes(name)) throw new Error(`circular dependency: ${[...path, name].join(" → ")}`);
    if (order.includes(name)) return;
    for (const needed of Object.keys(services[name]?.depends_on ?? {})) visit(needed, [...path, name]);
    order.push(name);
  };
  for (const name of Object.keys(services)) visit(name, []);
  return order;
}
