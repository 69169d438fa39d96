const { join } = require("node:path");

module.exports = {
  spec: ["test/**/*.test.ts"],
  require: [join(__dirname, "tests/property-seed.mjs")],
  timeout: 60000,
  extension: ["ts"],
  reporter: "dot",
};
