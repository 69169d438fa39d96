import { once } from "node:events";
import { createServer } from "node:net";

/**
 * @param holder finds the process that already runs Plat on this data folder
 * @throws Error that names what uses the port and how to choose another
 */
export async function requireFreePort(
  host: string,
  port: number,
  holder: () => Promise<{ pid: number } | undefined>,
): Promise<void> {
  const probe = createServer();
  try {
    await once(probe.listen(port, host), "listening");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== "EADDRINUSE") throw new Error(`Cannot listen on ${host}:${port}: ${message}`, { cause: error });
    const running = await holder();
    const taken =
      running === undefined
        ? `by another program. Choose another: PORT=${port === 65_535 ? port - 1 : port + 1} npm start`
        : `by Plat, which already runs on this data folder as process ${running.pid}.`;
    throw new Error(`Port ${port} on ${host} is in use ${taken}`, { cause: error });
  }
  probe.close();
  await once(probe, "close");
}
