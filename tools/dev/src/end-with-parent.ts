/**
 * Preloaded into services that a local command starts. If the parent dies, even by SIGKILL, its end of the pipe on
 * standard input closes, and the service stops as on SIGTERM.
 */
process.stdin.on("end", () => process.kill(process.pid, "SIGTERM"));
process.stdin.on("error", () => process.kill(process.pid, "SIGTERM"));
process.stdin.resume();
process.stdin.unref?.();
