import type { ProvisionContext } from "./cache.ts";
import type { BackingServiceName, Installation, StartOptions } from "./types.ts";

/** One engine in one place with its ports, ready to be started. */
export interface LaunchPlan {
  url: string;
  monitorUrl?: string;
  /** After the installation's own arguments. */
  args: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** Tells this start's server from any other that might answer on its port, where its process id does not. */
  identity?: string;
}

export interface LaunchInput {
  installation: Installation;
  /** Absolute; exists; the engine's own. */
  dataDir: string;
  ports: readonly number[];
  options: StartOptions;
  env: NodeJS.ProcessEnv;
}

export interface BackingServiceDefinition {
  name: BackingServiceName;
  /** As people write it. */
  title: string;
  /** The first is the one clients use. Its length is the number of ports the engine needs; 0: any. */
  usualPorts: readonly number[];
  /** How long a start may take, in milliseconds. */
  startPatienceMs: number;
  /** Finds the engine or puts it into the cache folder; throws an BackingServiceError that says what to install. */
  provision(context: ProvisionContext): Promise<Installation>;
  plan(input: LaunchInput): Promise<LaunchPlan>;
  /** Resolves once the process with this id serves at the URL; rejects while it does not. Called again and again. */
  check(plan: LaunchPlan, pid: number, installation: Installation): Promise<void>;
}
