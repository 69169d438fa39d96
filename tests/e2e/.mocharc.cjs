module.exports = { ...require("../../.mocharc.cjs"), timeout: 120_000 };
