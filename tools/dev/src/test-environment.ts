import { provideTestEnvironment } from "@plat/testkit";

/** Loaded by mocha before every suite: how processes are started for tests. Suites that start none load nothing more. */
provideTestEnvironment({
  startBackingServices: async (options) => (await import("@plat/backing-services")).startBackingServices(options),
  startService: async (name, options) => (await import("./service-process.ts")).startService(name, options),
});
