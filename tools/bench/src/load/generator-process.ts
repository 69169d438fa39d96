import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { LoadResult } from "./job.ts";

type Message = { ready: true } | { result: LoadResult } | { error: string };

export interface Generator<J extends object> {
  readonly pid: number;
  /** @throws Error when a connection failed */
  run(job: J): Promise<LoadResult>;
  stop(): Promise<void>;
}

/** Starts a load generator (a file of this folder) as a process of its own. */
export async function startGenerator<J extends object>(file: string): Promise<Generator<J>> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    // What this process preloads watches a pipe of its own.
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const exited = once(child, "exit");
  const answer = async (): Promise<Message> => {
    const gone = exited.then((): never => {
      throw new Error("the load generator ended");
    });
    const [message] = (await Promise.race([once(child, "message"), gone])) as [Message];
    return message;
  };
  await answer();
  return {
    pid: child.pid ?? 0,
    async run(job) {
      const coming = answer();
      child.send(job);
      const message = await coming;
      if ("result" in message) return message.result;
      throw new Error("error" in message ? message.error : "the load generator answered out of turn");
    },
    async stop() {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}
