import { loadConfig, runService } from "@plat/kit";
import { startSearch } from "./app.ts";
import { searchSettings } from "./config.ts";

await runService("search", { load: () => loadConfig(searchSettings, process.env), start: startSearch });
