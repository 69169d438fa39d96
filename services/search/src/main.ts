import { createLogger, loadConfig, runService } from "@plat/kit";
import { startSearch } from "./app.ts";
import { searchSettings } from "./config.ts";

await runService("search", async () => {
  const config = loadConfig(searchSettings, process.env);
  const log = createLogger({ service: "search", level: config.LOG_LEVEL });
  const running = await startSearch(config, log);
  return { running, log, shutdownTimeoutMs: config.SHUTDOWN_TIMEOUT_MS };
});
