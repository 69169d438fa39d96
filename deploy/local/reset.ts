import { EngineError, startEngines } from "@plat/engines";
import { rm } from "node:fs/promises";
import { dataDir, engineDataDir } from "./src/paths.ts";

/** `npm run reset`: removes what `npm start` has kept, unless it is running. */
try {
  // No engine is started: this only holds the folder, and is refused while somebody else does.
  const hold = await startEngines({ dataDir: engineDataDir, engines: [] });
  await rm(dataDir, { recursive: true, force: true });
  await hold.stop();
  console.log("Removed .data. The next start begins anew.");
} catch (error) {
  console.error(error instanceof EngineError ? `${error.message} Stop it first.` : error);
  process.exitCode = 1;
}
