import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { LoadResult } from "./job.ts";

type Message = { ready: true } | { result: LoadResult } | { error: string };

export interface LoadProcess<J extends object> {
  readonly pid: number;
  /** @throws Error if a connection fails */
  run(job: J): Promise<LoadResult>;
  stop(): Promise<void>;
}

/** Starts a load generator in its own process. @param file the URL of its entry point */
export async function startLoadProcess<J extends object>(file: URL): Promise<LoadProcess<J>> {
  const child = fork(fileURLToPath(file), {
    // Do not inherit preloaded modules of this process: they watch its standard input.
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const exited = once(child, "exit");
  const response = async (): Promise<Message> => {
    const failure = exited.then((): never => {
      throw new Error("the load generator exited");
    });
    const [message] = (await Promise.race([once(child, "message"), failure])) as [Message];
    return message;
  };
  await response();
  return {
    pid: child.pid ?? 0,
    async run(job) {
      const coming = response();
      child.send(job);
      const message = await coming;
      if ("result" in message) return message.result;
      throw new Error("error" in message ? message.error : "the load generator sent an unexpected message");
    },
    async stop() {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}
