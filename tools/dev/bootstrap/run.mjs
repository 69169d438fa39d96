// Every command of the project: npm start, npm test and the others. Needs Node 18 or newer, npm and nothing else:
// gets Node 24 and pnpm into a cache folder, installs the dependencies when they changed, and runs the command.
const major = Number(process.versions.node.split(".")[0]);
if (major < 18) {
  console.error(
    "Plat needs Node.js 18 or newer to start (it gets Node 24 by itself); this is " +
      process.version +
      ". See https://nodejs.org.",
  );
  process.exit(1);
}
// Imported only now: the rest uses what an older Node can't read.
const { main } = await import("./commands.mjs");
process.exitCode = await main(process.argv.slice(2));
