// Puts one folder into the cache, slowly, and says whether it was this process that made it.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { provisionOnce } from "../src/cache.ts";

let made = false;
const folder = await provisionOnce("thing-1", { env: process.env, progress: () => undefined }, async (temporary) => {
  made = true;
  await writeFile(join(temporary, "first"), "");
  await delay(300);
  await writeFile(join(temporary, "second"), "");
});
console.log(JSON.stringify({ made, folder }));
