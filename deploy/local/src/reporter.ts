import { writeFileSync } from "node:fs";
import Mocha from "mocha";

/** The reporter "spec" which also leaves the counts in the file that PLAT_TEST_COUNTS names. */
export default class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    runner.once("end", () => {
      const { passes = 0, failures = 0, pending = 0 } = runner.stats ?? {};
      const file = process.env["PLAT_TEST_COUNTS"];
      if (file !== undefined) writeFileSync(file, JSON.stringify({ passes, failures, pending }));
    });
  }
}
