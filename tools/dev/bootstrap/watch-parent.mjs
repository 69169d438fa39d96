// Loaded into every command before it starts: ends the command (as Ctrl-C would) when the process that started it is gone.
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
