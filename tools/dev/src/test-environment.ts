import { provideTestEnvironment } from "@plat/testkit";
import { endWithTestRun } from "./end-with-test-run.ts";
import { useSharedBackingServices } from "./shared-backing-services.ts";

const unitTestsStartNothing = (): never => {
  throw new Error("A unit test must not start servers: rename its file to *.integration.test.ts.");
};

endWithTestRun();
useSharedBackingServices();

/** Loaded by mocha before every suite: how processes are started for tests. Suites that start none load nothing more. */
provideTestEnvironment(
  process.env["npm_lifecycle_event"] === "test:unit"
    ? { startBackingServices: unitTestsStartNothing, startService: unitTestsStartNothing }
    : {
        startBackingServices: async (options) => (await import("@plat/backing-services")).startBackingServices(options),
        startService: async (name, options) => (await import("./service-process.ts")).startService(name, options),
      },
);
