import { endWithTestRun } from "./end-with-test-run.ts";
import { sharedBackingServicesReady } from "./shared-backing-services.ts";

// A task of turbo that the suites with backing services depend on: other tasks run while MongoDB is being compiled.
endWithTestRun();
await sharedBackingServicesReady();
process.exit();
