import { createLogger, loadConfig, runService } from "@plat/kit";
import { startGateway } from "./app.ts";
import { gatewaySettings } from "./config.ts";

await runService("gateway", async () => {
  const config = loadConfig(gatewaySettings, process.env);
  const log = createLogger({ service: "gateway", level: config.LOG_LEVEL });
  return { running: await startGateway(config, log), log, shutdownTimeoutMs: config.SHUTDOWN_TIMEOUT_MS };
});
