import { releasable, type Releasable, restore } from "@plat/release";
import { eventually, uniqueName, slowSuiteTimeoutMs } from "@plat/testkit";
import { expect } from "chai";
import { dirname } from "node:path";
import { natsLogin } from "../src/nats-users.ts";
import { root } from "../src/image.ts";
import { launch, type Launched } from "../src/launch.ts";
import { type SecuredBackingServices, startSecuredBackingServices } from "../src/secured-stack.ts";
import { runSmokeTest } from "../src/smoke-test.ts";

describe("services of different releases", function () {
  this.timeout(slowSuiteTimeoutMs);

  let secured: SecuredBackingServices;
  const running = new Map<Releasable, Launched>();
  const folders = new Map<Releasable, string>();
  const databases = { keys: uniqueName("versions_keys"), listings: uniqueName("versions_listings") };

  /** Replaces the running service by its current or its last released version. */
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
        ...natsLogin(service),
        ...(service === "keys" || service === "listings" ? { MONGO_DATABASE: databases[service] } : {}),
        RATE_LIMITS: "off",
        HOST: "127.0.0.1",
        PORT: "0",
        OPS_HOST: "127.0.0.1",
      },
    });
    running.set(service, launched);
    // Readiness means that NATS has processed its subscriptions.
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

  // Covers every pair of an old and a new service that communicate, in both directions.
  it("the last release of each service works with the current others and their data, and can be upgraded again", async () => {
    for (const service of releasable) {
      await use(service, "released");
      expect(folders.get(service)).to.not.equal(root);
      await runSmokeTest(url(), `old-${service}`);
      await use(service, "now");
    }
    await runSmokeTest(url(), "all-new");
  });
});
