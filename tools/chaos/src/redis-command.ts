import { connect } from "node:net";

/** One command over a connection of its own. @returns the last line of the answer. @throws Error when Redis refuses */
export function redisCommand(url: string, command: string): Promise<string> {
  const { port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), "127.0.0.1", () => socket.write(`${command}\r\n`));
    socket.once("error", reject);
    socket.once("data", (data) => {
      socket.destroy();
      const text = data.toString().trim();
      if (text.startsWith("-")) reject(new Error(`Redis refused ${command}: ${text}`));
      else resolve(text.split("\r\n").at(-1) ?? "");
    });
  });
}
