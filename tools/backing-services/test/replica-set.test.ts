import { expect } from "chai";
import { type RunAdminCommand, becomePrimary } from "../src/mongo-replica-set.ts";

const here = "127.0.0.1:27018";

type Reply = Awaited<ReturnType<RunAdminCommand>>;

/** Replies of a `mongod` with these members in its configuration (undefined: not initialized). */
function server(
  members: string | undefined,
  removed: Reply,
): { ask: RunAdminCommand; asked: string[]; members: () => unknown } {
  let host: unknown = members;
  const asked: string[] = [];
  const ask: RunAdminCommand = (command) => {
    const [name = ""] = Object.keys(command);
    asked.push(name);
    const config = command[name] as { _id: string; members: [{ host: string }] };
    const isPrimary = host === here;
    if (name === "hello")
      return Promise.resolve({ ok: 1, isWritablePrimary: isPrimary, ...(isPrimary ? { setName: "plat" } : {}) });
    if (name === "replSetGetStatus")
      return Promise.resolve(host === undefined ? { ok: 0, code: 94 } : isPrimary ? { ok: 1, myState: 1 } : removed);
    if (name === "replSetInitiate" && host !== undefined)
      return Promise.resolve({ ok: 0, code: 23, errmsg: "already initialized" });
    if (name === "replSetReconfig" && command["force"] !== true)
      return Promise.resolve({ ok: 0, code: 10107, errmsg: "not primary" });
    expect(config._id).to.equal("plat");
    host = config.members[0].host;
    return Promise.resolve({ ok: 1 });
  };
  return { ask, asked, members: () => host };
}

/** Calls it repeatedly until the server is primary, as a start does. */
async function start(ask: RunAdminCommand): Promise<string[]> {
  const waited: string[] = [];
  while (waited.length < 5) {
    try {
      await becomePrimary(ask, here);
      return waited;
    } catch (error) {
      waited.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new Error(`no primary: ${waited.join("; ")}`);
}

describe("replica set of a mongod", () => {
  const notAMember = { ok: 0, code: 93, errmsg: "Our replica set config is invalid or we are not a member of it" };

  it("is created if there is none", async () => {
    const { ask, members } = server(undefined, notAMember);
    expect(await start(ask)).to.deep.equal(["the replica set is being created"]);
    expect(members()).to.equal(here);
  });

  for (const [how, removed] of Object.entries({
    "says that it is no member": notAMember,
    "says that it was removed": { ok: 1, myState: 10 },
  }))
    it(`is moved to the current port if the data was written on another and the server ${how}`, async () => {
      const { ask, members } = server("127.0.0.1:27017", removed);
      expect(await start(ask)).to.deep.equal([`the replica set is being moved to ${here}`]);
      expect(members()).to.equal(here);
    });

  it("is not changed on the same port, or while the server is becoming primary", async () => {
    const { ask, asked } = server(here, notAMember);
    expect(await start(ask)).to.deep.equal([]);
    expect(asked).to.deep.equal(["hello"]);
    const electing: RunAdminCommand = (command) =>
      Promise.resolve("hello" in command ? { isWritablePrimary: false, secondary: true } : { ok: 1, myState: 2 });
    const failure = await becomePrimary(electing, here).catch((error: Error) => error.message);
    expect(failure).to.equal("not a primary yet");
  });

  it("reports the reason if the server rejects the change", async () => {
    const ask: RunAdminCommand = (command) =>
      Promise.resolve("hello" in command ? {} : { ok: 0, code: 93, errmsg: "no such thing" });
    const failure = await becomePrimary(ask, here).catch((error: Error) => error.message);
    expect(failure).to.equal(`the replica set is being moved to ${here}: no such thing`);
  });
});
