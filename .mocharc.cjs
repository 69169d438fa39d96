const { join } = require("node:path");

module.exports = {
  spec: ["test/**/*.test.ts"],
  require: [join(__dirname, "tests/property-seed.mjs"), join(__dirname, "tools/dev/src/test-environment.ts")],
  // Tests that need longer say so themselves, with `this.timeout`, and why.
  timeout: 30_000,
  extension: ["ts"],
  reporter: join(__dirname, "tools/dev/src/reporter.ts"),
};
