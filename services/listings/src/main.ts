import { loadConfig, runService } from "@plat/kit";
import { startListings } from "./app.ts";
import { listingsSettings } from "./config.ts";

await runService("listings", { load: () => loadConfig(listingsSettings, process.env), start: startListings });
