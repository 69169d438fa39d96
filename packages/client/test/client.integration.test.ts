import { eventually, type Plat as Service, startPlat, slowSuiteTimeoutMs } from "@plat/testkit";
import { expect } from "chai";
import { isPlatError, memoryStore, Plat, type PlatError, type Session } from "../src/index.ts";

const house = (title: string, price: number) => ({
  title,
  price,
  currency: "EUR",
  bedrooms: 3,
  propertyType: "House",
  propertyCategory: "Residential",
  address: { city: "Leiden", country: "NL" },
});

describe("client with a running Plat", function () {
  this.timeout(slowSuiteTimeoutMs);

  let service: Service;
  let owner: Plat;
  let keyed: Plat;
  const store = memoryStore();

  before(async () => {
    service = await startPlat();
    owner = new Plat({ baseUrl: service.url, session: store });
    await owner.signUp({ organizationName: "Canal Homes", email: "eva@canal.example", password: "correct horse" });
    const { key } = await owner.createKey({ name: "tests" });
    keyed = new Plat({ baseUrl: service.url, key });
  });
  after(() => service.stop());

  const failure = async (work: Promise<unknown>): Promise<PlatError> => {
    const error: unknown = await work.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!isPlatError(error)) throw new Error("the call did not fail with an error response", { cause: error });
    return error;
  };

  it("creates, reads, updates and deletes a listing with an API key, and reports response details", async () => {
    const created = await keyed.createProperty(house("Canal house", 420_000), { waitForIndex: true });
    expect(created.title).to.equal("Canal house");
    const seen: (string | null)[] = [];
    const read = await keyed.getProperty(created.id, { onResponse: ({ etag }) => seen.push(etag) });
    expect(read.address.city).to.equal("Leiden");
    expect(seen[0]).to.match(/^"1-/);
    const part = await keyed.getProperty(created.id, { fields: ["price", "address.city"] });
    expect(part).to.deep.equal({ price: 420_000, address: { city: "Leiden" } });
    expect(await keyed.getProperty(created.id, { fields: [] })).to.deep.equal(read);
    const changed = await keyed.updateProperty(created.id, { price: 399_000 }, { ifMatch: read.version });
    expect(changed.version).to.equal(2);
    const stale = await failure(keyed.updateProperty(created.id, { price: 1 }, { ifMatch: read.version }));
    expect([stale.code, stale.status]).to.deep.equal(["precondition_failed", 412]);
    const history = await keyed.propertyHistory(created.id);
    expect(history.data.map(({ field, to }) => [field, to])).to.deep.include(["price", 399_000]);
    expect(await keyed.deleteProperty(created.id)).to.equal(undefined);
    expect((await failure(keyed.getProperty(created.id))).code).to.equal("not_found");
  });

  it("reports each invalid field", async () => {
    const error = await failure(keyed.createProperty({ ...house("", -1) }));
    expect(error.code).to.equal("validation_failed");
    expect(error.errors.map(({ pointer }) => pointer)).to.have.members(["/title", "/price"]);
    expect(error.requestId).to.be.a("string").and.not.equal("");
  });

  it("iterates over all pages of a list and of a search", async () => {
    const items = Array.from({ length: 7 }, (_, index) => house(`Row ${index}`, 100_000 + index));
    const batch = await keyed.batchProperties({ mode: "create", items }, { waitForIndex: true });
    expect(batch.data.map(({ status }) => status)).to.deep.equal(items.map(() => 201));
    const listed: string[] = [];
    for await (const { title } of keyed.listPropertiesAll({ limit: 2, sort: "price" })) listed.push(title);
    expect(listed).to.deep.equal(items.map(({ title }) => title));
    const search = { filters: { cities: ["leiden"] }, sort: [{ field: "price" as const, order: "asc" as const }] };
    // `waitForIndex` has a time limit, so the index may not show the batch yet.
    await eventually(async () => {
      const found: string[] = [];
      for await (const hit of keyed.searchAll({ ...search, limit: 3 })) found.push(hit.title);
      expect(found).to.deep.equal(items.map(({ title }) => title));
    });
    const { interpretation } = await keyed.search({ query: "3 bed house in Leiden", interpretOnly: true });
    expect(interpretation.filters.bedrooms).to.deep.equal({ min: 3, max: 3 });
  });

  it("returns the first response for a repeated Idempotency-Key", async () => {
    const replays: boolean[] = [];
    const options = {
      idempotencyKey: "once",
      onResponse: (details: { isReplay: boolean }) => replays.push(details.isReplay),
    };
    const first = await keyed.createAgent({ name: "Mila" }, options);
    const second = await keyed.createAgent({ name: "Mila" }, options);
    expect(second).to.deep.equal(first);
    expect(replays).to.deep.equal([false, true]);
  });

  it("receives change events until its signal is aborted", async () => {
    const stop = new AbortController();
    const names: string[] = [];
    const states: string[] = [];
    const feed = (async () => {
      const options = {
        signal: stop.signal,
        types: ["agent.created" as const],
        onState: (state: string) => states.push(state),
      };
      for await (const event of keyed.changes(options))
        names.push(String(event.changes.find(({ field }) => field === "name")?.to));
    })();
    await eventually(() => expect(states).to.deep.equal(["open"]));
    await keyed.createAgent({ name: "Noor" });
    await eventually(() => expect(names).to.include("Noor"));
    stop.abort();
    await feed;
  });

  /**
   * A client whose session appears to have the given lifetime. Requests for which `retoken` returns true are sent with
   * the valid token, because tests cannot change the time of the service.
   */
  const withLifetime = (
    session: Session,
    lifetime: { iat: number; exp: number },
    retoken: (path: string) => boolean,
  ) => {
    const [header, , signature] = session.token.split(".");
    const payload = Buffer.from(JSON.stringify(lifetime)).toString("base64url");
    const sessionStore = memoryStore({
      ...session,
      token: `${header}.${payload}.${signature}`,
      expiresAt: new Date(lifetime.exp * 1000).toISOString(),
    });
    const paths: string[] = [];
    const client = new Plat({
      baseUrl: service.url,
      session: sessionStore,
      fetch: (url, init) => {
        const path = new URL(url).pathname;
        paths.push(path);
        const headers = new Headers(init.headers);
        if (headers.has("authorization") && retoken(path)) headers.set("authorization", `Bearer ${session.token}`);
        return fetch(url, { ...init, headers });
      },
    });
    return { client, sessionStore, paths };
  };

  it("renews a session in the last quarter of its lifetime, once for all concurrent requests", async () => {
    const old = { iat: Date.now() / 1000 - 1000, exp: Date.now() / 1000 + 10 };
    const { client, sessionStore, paths } = withLifetime(
      store.load() as Session,
      old,
      (path) => path === "/auth/refresh",
    );
    await Promise.all([client.listKeys(), client.propertyCounts(), client.whoami()]);
    expect(paths.filter((path) => path === "/auth/refresh")).to.have.length(1);
    expect(paths[0]).to.equal("/auth/refresh");
    expect(Date.parse(sessionStore.load()?.expiresAt ?? "")).to.be.above(old.exp * 1000);
  });

  it("fails all concurrent requests with expired_session if the session can no longer be renewed", async () => {
    const user = { email: "ada@canal.example", password: "correct horse" };
    const here = new Plat({ baseUrl: service.url });
    const session = await here.signUp({ organizationName: "Late Homes", ...user });
    await here.signOut();
    const old = { iat: Date.now() / 1000 - 1000, exp: Date.now() / 1000 - 10 };
    const { client, sessionStore } = withLifetime(session, old, () => true);
    const failures = await Promise.all([failure(client.listKeys()), failure(client.changes().next())]);
    expect(failures.map(({ code }) => code)).to.deep.equal(["expired_session", "expired_session"]);
    expect(sessionStore.load()).to.equal(undefined);
  });

  it("removes the session if the change feed reports that it has ended", async () => {
    const there = new Plat({ baseUrl: service.url });
    const session = await there.signUp({
      organizationName: "Feed Homes",
      email: "kai@canal.example",
      password: "correct horse",
    });
    const here = new Plat({ baseUrl: service.url, session: memoryStore(session) });
    await there.signOut();
    expect((await failure(here.changes().next())).code).to.equal("expired_session");
    expect(here.session).to.equal(undefined);
  });

  it("removes a session that another client ended, and signs in again", async () => {
    const user = { email: "finn@canal.example", password: "correct horse" };
    const here = new Plat({ baseUrl: service.url });
    const session = await here.signUp({ organizationName: "Dune Homes", ...user });
    const there = new Plat({ baseUrl: service.url, session: memoryStore(session) });
    await there.signOut();
    expect(there.session).to.equal(undefined);
    expect((await failure(here.listKeys())).code).to.equal("expired_session");
    expect(here.session).to.equal(undefined);
    expect((await failure(here.listKeys())).code).to.equal("missing_credentials");
    expect((await failure(here.signIn({ ...user, password: "wrong" }))).code).to.equal("invalid_sign_in");
    await here.signIn(user);
    expect((await here.whoami()).organization.name).to.equal("Dune Homes");
  });
});
