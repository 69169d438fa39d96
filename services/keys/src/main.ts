import { loadConfig, runService } from "@plat/kit";
import { startKeys } from "./app.ts";
import { keysSettings } from "./config.ts";

await runService("keys", { load: () => loadConfig(keysSettings, process.env), start: startKeys });
