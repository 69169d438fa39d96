/**
 * Preloaded into services that a local command starts: when the starter dies, however it dies, its end of the pipe on
 * standard input closes, and the service stops as if told to.
 */
process.stdin.on("end", () => process.kill(process.pid, "SIGTERM"));
process.stdin.on("error", () => process.kill(process.pid, "SIGTERM"));
process.stdin.resume();
process.stdin.unref?.();
