import { fire } from "./fire.ts";
import { work } from "./work.ts";

/** Sends HTTP requests. */
work(fire);
