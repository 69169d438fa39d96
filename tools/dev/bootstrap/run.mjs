// Runs every command of the project (npm start, npm test …). Needs only Node 18 or newer and npm: installs Node 24 and
// pnpm in a cache folder, installs the dependencies if they changed, and runs the command.
const major = Number(process.versions.node.split(".")[0]);
if (major < 18) {
  console.error(
    "Plat needs Node.js 18 or newer to start (it then downloads Node 24); this is " +
      process.version +
      ". See https://nodejs.org.",
  );
  process.exit(1);
}
// Imported after the check: the rest uses syntax that older versions cannot parse.
const { main } = await import("./commands.mjs");
process.exitCode = await main(process.argv.slice(2));
