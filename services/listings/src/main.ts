import { runService } from "@plat/kit";
import { startListings } from "./app.ts";
import { loadListingsConfig } from "./config.ts";

await runService("listings", { load: loadListingsConfig, start: startListings });
