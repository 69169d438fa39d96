import { runService } from "@plat/kit";
import { startSearch } from "./app.ts";
import { loadSearchConfig } from "./config.ts";

await runService("search", { load: loadSearchConfig, start: startSearch });
