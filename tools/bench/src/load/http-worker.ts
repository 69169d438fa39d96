import { generateLoad } from "./generate-load.ts";
import { runJobs } from "./job-loop.ts";

/** The load generator for HTTP. */
runJobs(generateLoad);
