import { expect } from "chai";
import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { requireFreePort } from "../src/port.ts";

describe("port of npm start", () => {
  let server: Server;
  let port: number;

  beforeEach(async () => {
    server = createServer();
    await once(server.listen(0, "127.0.0.1"), "listening");
    ({ port } = server.address() as AddressInfo);
  });
  afterEach(() => server.close());

  const portError = (holder: { pid: number } | undefined): Promise<string> =>
    requireFreePort("127.0.0.1", port, () => Promise.resolve(holder)).then(
      () => "free",
      (error: Error) => error.message,
    );

  it("in use by another program: the error proposes another port", async () => {
    expect(await portError(undefined)).to.equal(
      `Port ${port} on 127.0.0.1 is in use by another program. Choose another: PORT=${port + 1} npm start`,
    );
  });

  it("in use by Plat on the same data folder: the error names the process", async () => {
    expect(await portError({ pid: 4711 })).to.equal(
      `Port ${port} on 127.0.0.1 is in use by Plat, which already runs on this data folder as process 4711.`,
    );
  });

  it("free: stays free after the check", async () => {
    server.close();
    await once(server, "close");
    expect(await portError(undefined)).to.equal("free");
    await once(server.listen(port, "127.0.0.1"), "listening");
  });
});
