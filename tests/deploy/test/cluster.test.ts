import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { ensureStream } from "@plat/kit";
import { eventually, slowSuiteTimeoutMs } from "@plat/testkit";
import { expect } from "chai";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkClusterConf, type NatsCluster, startNatsCluster } from "../src/nats-cluster.ts";

const listings = { user: "listings", pass: "password-of-listings", inboxPrefix: "_INBOX_listings" };

/** On a busy machine, consensus of three servers and the election of a leader are slow. */
const slowConsensus = { timeoutMs: 90_000 };

describe("deploy/nats/cluster.conf on three real servers", function () {
  this.timeout(slowSuiteTimeoutMs);

  let folder: string;
  let cluster: NatsCluster;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "plat-nats-cluster-"));
    cluster = await startNatsCluster(folder);
  });
  after(async () => {
    await cluster?.stop();
    await rm(folder, { recursive: true });
  });

  it("passes the server's own configuration check", async () => {
    expect(await checkClusterConf()).to.match(/is valid/);
    const wrong = await checkClusterConf({ NATS_ROUTES: "[" }).catch((error: unknown) => error);
    expect(wrong, "the check sees what is wrong").to.be.instanceOf(Error);
  });

  it("requires passwords on every server", async () => {
    for (const { url } of cluster.members) {
      const error = await connect({ servers: url, reconnect: false }).catch((cause: unknown) => cause);
      expect(String(error)).to.match(/authorization/i);
    }
  });

  it("loses no acknowledged change and accepts new ones when the leader of the stream is killed", async () => {
    const connection = await connect({ servers: cluster.url.split(","), ...listings });
    try {
      const wanted = { name: "LISTINGS", subjects: ["listings.property.changed.*"], replicas: 3 };
      await eventually(() => ensureStream(connection, wanted), slowConsensus);
      const stream = jetstream(connection);
      const acknowledged: number[] = [];
      const notify = async (id: string): Promise<void> => {
        acknowledged.push((await stream.publish(`listings.property.changed.${id}`, id, { timeout: 2_000 })).seq);
      };
      for (let at = 0; at < 20; at++) await eventually(() => notify(`before-${at}`), slowConsensus);
      const { streams } = await eventually(() => jetstreamManager(connection), slowConsensus);
      const { cluster: streamCluster } = await eventually(() => streams.info("LISTINGS"), slowConsensus);
      expect([streamCluster?.leader, ...(streamCluster?.replicas ?? []).map(({ name }) => name)]).to.have.members([
        "nats-0",
        "nats-1",
        "nats-2",
      ]);
      await cluster.members.find(({ name }) => name === streamCluster?.leader)?.kill();
      await eventually(() => notify("after"), slowConsensus);
      const { state } = await eventually(() => streams.info("LISTINGS"), slowConsensus);
      expect(new Set(acknowledged).size).to.equal(21);
      // A repeated notification replaces one that was stored without an acknowledgement: one message per listing.
      expect(state.messages).to.equal(21);
    } finally {
      await connection.close();
    }
  });
});
