import type { BackingServices } from "@plat/backing-services";
import type { Checks } from "./checks.ts";
import type { Options } from "./options.ts";
import type { Focus } from "./mutations.ts";
import type { Random } from "./random.ts";
import type { World, WorldOptions } from "./cluster.ts";

/** What every round works with. */
export interface Ground {
  backingServices: BackingServices;
  options: Options;
  checks: Checks;
  random: Random;
  /** Checkout whose services run. */
  root: string;
  logDir: string;
  /** What must be ended when the run is broken off. */
  closers: Set<() => Promise<void>>;
  onProgress: (line: string) => void;
  /** Done to a world before it is looked at: how some planted faults come in. */
  prepare: ((world: World) => Promise<void>) | undefined;
  focus: Focus;
  /** Starts services that end with the run, should the round not close them. */
  open: (options: Pick<WorldOptions, "name" | "replicas" | "links" | "env">) => Promise<World>;
  close: (world: World) => Promise<void>;
}
