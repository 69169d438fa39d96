import { expect } from "chai";
import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { requireFreePort } from "../src/port.ts";

describe("the port of npm start", () => {
  let server: Server;
  let port: number;

  beforeEach(async () => {
    server = createServer();
    await once(server.listen(0, "127.0.0.1"), "listening");
    ({ port } = server.address() as AddressInfo);
  });
  afterEach(() => server.close());

  const told = (holder: { pid: number } | undefined): Promise<string> =>
    requireFreePort("127.0.0.1", port, () => Promise.resolve(holder)).then(
      () => "free",
      (error: Error) => error.message,
    );

  it("that another program has: another one is proposed", async () => {
    expect(await told(undefined)).to.equal(
      `Port ${port} on 127.0.0.1 is taken by another program. Choose another: PORT=${port + 1} npm start`,
    );
  });

  it("that is taken while Plat runs from the same folder: that is said, with the process", async () => {
    expect(await told({ pid: 4711 })).to.equal(
      `Port ${port} on 127.0.0.1 is taken and Plat runs from this folder already, as process 4711.`,
    );
  });

  it("that is free is free again after it was looked at", async () => {
    server.close();
    await once(server, "close");
    expect(await told(undefined)).to.equal("free");
    await once(server.listen(port, "127.0.0.1"), "listening");
  });
});
