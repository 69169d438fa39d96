export { provisionOnce, type ProvisionContext, runCommand, type RunOptions, withRetries } from "./cache.ts";
export { findOnPath } from "./paths.ts";
export { provision, runningOn, startEngines } from "./start.ts";
export { ENGINE_NAMES, EngineError, URL_VARIABLES } from "./types.ts";
export type { Engine, EngineName, Engines, ExitStatus, Installation, Progress, StartEnginesOptions } from "./types.ts";
export { type Browser, findChromium } from "./chromium.ts";
