// Provisions one folder slowly and prints whether this process built it.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { provisionOnce } from "../src/cache.ts";

let built = false;
const folder = await provisionOnce("thing-1", { env: process.env, progress: () => undefined }, async (temporary) => {
  built = true;
  await writeFile(join(temporary, "first"), "");
  await delay(300);
  await writeFile(join(temporary, "second"), "");
});
console.log(JSON.stringify({ built, folder }));
