import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import Mocha from "mocha";
import { resultsFile, type SlowTest, type TestResults } from "./test-results.ts";

const slowestCount = 20;
const leakTimeoutMs = 30_000;

/** A suite must not hang because a test left something running. */
function failOnLeak(): void {
  console.error(`The suite does not exit. Still active: ${process.getActiveResourcesInfo().join(", ")}`);
  process.exit(1);
}

/**
 * Mocha's reporter of all suites. Prints the failures and the number of passed tests; each test as well if
 * PLAT_TEST_VERBOSE is set. Writes the results to `test-results/` of the package, which turbo caches.
 */
export default class ResultsReporter extends Mocha.reporters.Base {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const verbose =
      process.env["PLAT_TEST_VERBOSE"] === undefined ? undefined : new Mocha.reporters.Spec(runner, options);
    const failed: string[] = [];
    const durations: SlowTest[] = [];
    runner.on("fail", (test, error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      failed.push(`${test.fullTitle()}: ${reason.split("\n", 1)[0]}`);
    });
    // A hook that runs longer than most tests counts: it starts what the tests need.
    for (const event of ["test end", "hook end"] as const)
      runner.on(event, (done: Mocha.Runnable) =>
        durations.push({ title: done.fullTitle(), milliseconds: done.duration ?? 0 }),
      );
    runner.once("end", () => {
      if (verbose === undefined) this.epilogue();
      const { passes = 0, failures = 0, pending = 0 } = runner.stats ?? {};
      const slowest = durations.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, slowestCount);
      const results: TestResults = { passes, failures, pending, failed, slowest };
      const file = resultsFile(process.cwd(), process.env["npm_lifecycle_event"] ?? "test");
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(results));
      setTimeout(failOnLeak, leakTimeoutMs).unref();
    });
  }
}
