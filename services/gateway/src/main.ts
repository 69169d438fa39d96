import { runService } from "@plat/kit";
import { startGateway } from "./app.ts";
import { loadGatewayConfig } from "./config.ts";

await runService("gateway", { load: loadGatewayConfig, start: startGateway });
