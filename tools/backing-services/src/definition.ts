import type { ProvisionContext } from "./cache.ts";
import type { BackingServiceName, Installation, StartOptions } from "./types.ts";

/** How to start one backing service on its data folder and ports. */
export interface LaunchPlan {
  url: string;
  monitorUrl?: string;
  /** After the installation's own arguments. */
  args: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** Distinguishes this server from another on the same port if it does not report its process id. */
  identity?: string;
}

interface LaunchInput {
  installation: Installation;
  /** Absolute path of an existing folder that only this backing service uses. */
  dataDir: string;
  ports: readonly number[];
  options: StartOptions;
  env: NodeJS.ProcessEnv;
}

export interface BackingServiceDefinition {
  name: BackingServiceName;
  /** Display name. */
  title: string;
  /** The first is the clients' port. One element for each port that it needs; 0: any free port. */
  defaultPorts: readonly number[];
  /** Timeout of a start, in milliseconds. */
  startTimeoutMs: number;
  /** Finds the program or installs it in the cache folder. @throws BackingServiceError that names what to install */
  provision(context: ProvisionContext): Promise<Installation>;
  plan(input: LaunchInput): Promise<LaunchPlan>;
  /** Resolves once the process with this id serves at the URL, otherwise rejects. Called repeatedly. */
  check(plan: LaunchPlan, pid: number, installation: Installation): Promise<void>;
}
