import { once } from "node:events";
import { createServer } from "node:net";

/**
 * @param holder process that runs Plat on this data already, if one does
 * @throws Error that says who has the port, and what to do
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
    const held = await holder();
    const taken =
      held === undefined
        ? `by another program. Choose another: PORT=${port === 65_535 ? port - 1 : port + 1} npm start`
        : `and Plat runs from this folder already, as process ${held.pid}.`;
    throw new Error(`Port ${port} on ${host} is taken ${taken}`, { cause: error });
  }
  probe.close();
  await once(probe, "close");
}
