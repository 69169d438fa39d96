import { connect } from "node:net";

/**
 * Ends this suite when `npm test` has exited, even by SIGKILL: the socket that PLAT_TEST_RUN names closes with it. Turbo and
 * pnpm stand between the two processes, so that neither signals nor a pipe on standard input reach the suite.
 */
export function endWithTestRun(): void {
  const socket = process.env["PLAT_TEST_RUN"];
  if (socket === undefined) return;
  const connection = connect(socket);
  connection.on("error", () => undefined);
  connection.once("close", () => process.kill(process.pid, "SIGTERM"));
  connection.resume().unref();
}
