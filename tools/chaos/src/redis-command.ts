import { connect } from "node:net";

/** Sends one command over a new connection. @returns the last line of the response. @throws Error if Redis rejects it */
export function redisCommand(url: string, command: string): Promise<string> {
  const { port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), "127.0.0.1", () => socket.write(`${command}\r\n`));
    socket.once("error", reject);
    socket.once("data", (data) => {
      socket.destroy();
      const text = data.toString().trim();
      if (text.startsWith("-")) reject(new Error(`Redis rejected ${command}: ${text}`));
      else resolve(text.split("\r\n").at(-1) ?? "");
    });
  });
}
