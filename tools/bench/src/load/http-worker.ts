import { fire } from "./generate-load.ts";
import { work } from "./job-loop.ts";

/** Sends HTTP requests. */
work(fire);
