import type { BackingServices } from "@plat/backing-services";
import type { Checks } from "./checks.ts";
import type { Options } from "./options.ts";
import type { Focus } from "./mutations.ts";
import type { Random } from "./random.ts";
import type { Cluster, ClusterOptions } from "./cluster.ts";

/** What every scenario receives. */
export interface ScenarioContext {
  backingServices: BackingServices;
  options: Options;
  checks: Checks;
  random: Random;
  /** Checkout whose services run. */
  root: string;
  logDir: string;
  /** Cleanups to run if the run is interrupted. */
  closers: Set<() => Promise<void>>;
  onProgress: (line: string) => void;
  /** Changes a started cluster before it is tested; some mutations need this. */
  prepare: ((cluster: Cluster) => Promise<void>) | undefined;
  focus: Focus;
  /** Starts a cluster. It is stopped with the run if the scenario does not close it. */
  open: (options: Pick<ClusterOptions, "name" | "replicas" | "links" | "env">) => Promise<Cluster>;
  close: (cluster: Cluster) => Promise<void>;
}
