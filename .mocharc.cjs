const { join } = require("node:path");

module.exports = {
  spec: ["test/**/*.test.ts"],
  require: [join(__dirname, "tests/property-seed.mjs"), join(__dirname, "tools/dev/src/test-environment.ts")],
  // For a machine that is slow or shared: a test waits for conditions, and only one that hangs lives to see this.
  timeout: 300_000,
  extension: ["ts"],
  reporter: "dot",
};
