import { releasable, type Releasable, restore } from "@plat/release";
import { eventually, uniqueName } from "@plat/testkit";
import { expect } from "chai";
import { dirname } from "node:path";
import { busLogin } from "../src/bus.ts";
import { root } from "../src/image.ts";
import { launch, type Launched } from "../src/launch.ts";
import { type SecuredBackingServices, startSecuredBackingServices } from "../src/secured-stack.ts";
import { followOneListing } from "../src/thread.ts";

describe("services of different releases", () => {
  let secured: SecuredBackingServices;
  const running = new Map<Releasable, Launched>();
  const folders = new Map<Releasable, string>();
  const databases = { keys: uniqueName("versions_keys"), listings: uniqueName("versions_listings") };

  /** Starts a service as it is now, or as it was last released, in the place of the one that runs. */
  async function use(service: Releasable, which: "now" | "released"): Promise<void> {
    await running.get(service)?.stop();
    const place = which === "now" ? root : (folders.get(service) ?? "");
    const launched = await launch({
      name: `${service} (${which})`,
      command: [process.execPath, `services/${service}/src/main.ts`],
      cwd: place,
      env: {
        PATH: dirname(process.execPath),
        ...secured.settings,
        ...busLogin(service),
        ...(service === "keys" || service === "listings" ? { MONGO_DATABASE: databases[service] } : {}),
        RATE_LIMITS: "off",
        HOST: "127.0.0.1",
        PORT: "0",
        OPS_HOST: "127.0.0.1",
      },
    });
    running.set(service, launched);
    // It has told the bus what it serves; that the bus has heard it is what readiness says.
    await eventually(async () => {
      const ready = await fetch(`http://127.0.0.1:${launched.opsPort}/readyz`);
      expect(ready.status, await ready.text()).to.equal(200);
    });
  }
  const url = (): string => running.get("gateway")?.url ?? "";

  before(async () => {
    for (const service of releasable) folders.set(service, await restore(service));
    secured = await startSecuredBackingServices();
    await Promise.all(releasable.map((service) => use(service, "now")));
  });
  after(async () => {
    await Promise.all([...running.values()].map((service) => service.stop()));
    await secured.stop();
  });

  // So every pair of an old and a new service that talk to each other is tried, in both directions.
  it("each service as last released works among the others as they are now, on their data, and back again", async () => {
    for (const service of releasable) {
      await use(service, "released");
      expect(folders.get(service)).to.not.equal(root);
      await followOneListing(url(), `old-${service}`);
      await use(service, "now");
    }
    await followOneListing(url(), "all-new");
  });
});
