import { createLogger, loadConfig, runService } from "@plat/kit";
import { listingsSettings, startListings } from "./app.ts";

await runService("listings", async () => {
  const config = loadConfig(listingsSettings, process.env);
  const log = createLogger({ service: "listings", level: config.LOG_LEVEL });
  const running = await startListings(config, log);
  log.info({ opsPort: running.opsPort }, "ready");
  return { running, log, shutdownTimeoutMs: config.SHUTDOWN_TIMEOUT_MS };
});
