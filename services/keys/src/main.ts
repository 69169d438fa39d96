import { createLogger, loadConfig, runService } from "@plat/kit";
import { startKeys } from "./app.ts";
import { keysSettings } from "./config.ts";

await runService("keys", async () => {
  const config = loadConfig(keysSettings, process.env);
  const log = createLogger({ service: "keys", level: config.LOG_LEVEL });
  return { running: await startKeys(config, log), log, shutdownTimeoutMs: config.SHUTDOWN_TIMEOUT_MS };
});
