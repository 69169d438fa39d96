import { writeFileSync } from "node:fs";
import Mocha from "mocha";

/** Result of one mocha run. */
export interface Outcome {
  passes: number;
  failures: number;
  pending: number;
  /** Full title and first line of the error of each failed test or hook. */
  failed: string[];
}

/** The reporter "spec", which also writes the outcome to the file that PLAT_TEST_OUTCOME names. */
export default class OutcomeReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const failed: string[] = [];
    runner.on("fail", (test, error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      failed.push(`${test.fullTitle()}: ${reason.split("\n", 1)[0]}`);
    });
    runner.once("end", () => {
      const { passes = 0, failures = 0, pending = 0 } = runner.stats ?? {};
      const file = process.env["PLAT_TEST_OUTCOME"];
      const outcome: Outcome = { passes, failures, pending, failed };
      if (file !== undefined) writeFileSync(file, JSON.stringify(outcome));
    });
  }
}
