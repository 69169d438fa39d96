export { provisionOnce, type ProvisionContext, runCommand, type RunOptions, withRetries } from "./cache.ts";
export { findOnPath } from "./paths.ts";
export { provision, findRunning, requireFastMongo, startBackingServices } from "./start.ts";
export { announceStop, waitForStop } from "./stopping.ts";
export { backingServiceNames, BackingServiceError, urlVariables } from "./types.ts";
export type {
  BackingService,
  BackingServiceName,
  BackingServices,
  ExitStatus,
  Installation,
  Progress,
  StartOptions,
  StatusListener,
} from "./types.ts";
export { type Browser, findChromium } from "./chromium.ts";
