// Preloaded into every command: stops it, as SIGTERM would, when the process that started it has exited.
import { fstatSync } from "node:fs";
import { Socket } from "node:net";
import { isMainThread } from "node:worker_threads";

const PIPE = 3;

if (isMainThread) {
  fstatSync(PIPE);
  const pipe = new Socket({ fd: PIPE, readable: true, writable: false });
  pipe.once("close", () => process.kill(process.pid, "SIGTERM"));
  pipe.on("error", () => undefined);
  pipe.resume();
  pipe.unref();
}
