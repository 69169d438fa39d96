import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { type BatchSeen, type Peer, startPeer } from "./fake-server.ts";
import { houseMapping, houses, testKey, Workshop } from "./cli-runner.ts";

describe("npm run import", () => {
  let workshop: Workshop;
  let peer: Peer;
  const peers: Peer[] = [];
  const start = async (...args: Parameters<typeof startPeer>): Promise<Peer> => {
    peer = await startPeer(...args);
    peers.push(peer);
    return peer;
  };
  const args = (...more: string[]): string[] => ["houses.csv", "--map", "map.json", "--url", peer.url, ...more];
  const withKey = { PLAT_API_KEY: testKey };

  beforeEach(async () => {
    workshop = await Workshop.open();
    await workshop.write("map.json", houseMapping);
    await workshop.write("houses.csv", houses(500));
  });
  afterEach(async () => {
    await workshop.close();
    await Promise.all(peers.splice(0).map((each) => each.close()));
  });

  describe("a whole file", () => {
    it("goes in, row by row, in batches of the size asked for, under the key of the environment", async () => {
      await start();
      const { code, stdout, stderr } = await workshop.run("import", args("--batch", "200"), withKey);
      expect(stderr).to.equal("");
      expect(stdout).to.match(/^500 rows: 500 made, 0 updated, 0 refused; /);
      expect(code).to.equal(0);
      expect(peer.batches.map(({ items }) => items.length)).to.have.members([200, 200, 100]);
      expect(peer.batches[0]?.credential).to.equal(`Bearer ${testKey}`);
      expect(peer.store.get("h499")).to.deep.include({ title: "House 499", price: 1499, address: { city: "Town 2" } });
      expect(existsSync(workshop.path("houses.csv.refused.ndjson"))).to.equal(false);
    });

    it("changes nothing when it is imported again, and is sent again", async () => {
      await start();
      await workshop.run("import", args(), withKey);
      const before = structuredClone(peer.store);
      const { code, stdout } = await workshop.run("import", args(), withKey);
      expect(stdout).to.match(/^500 rows: 0 made, 500 updated, 0 refused; /);
      expect(code).to.equal(0);
      expect(peer.store).to.deep.equal(before);
      // Replayed answers would leave what was changed meanwhile as it is.
      expect(new Set(peer.batches.map(({ idempotencyKey }) => idempotencyKey))).to.have.property("size", 6);
    });

    it("keeps bodies below 900 KiB, whatever the number of rows asked for", async () => {
      await start();
      const text = "é".repeat(4000);
      const rows = Array.from({ length: 300 }, (_, n) => `h${n},House,Town,1,${text}\n`);
      await workshop.write("houses.csv", `ref,name,town,cost,text\n${rows.join("")}`);
      await workshop.write("map.json", {
        ...houseMapping,
        columns: { ...houseMapping.columns, description: "text" },
      });
      const { code } = await workshop.run("import", args("--batch", "1000"), withKey);
      expect(code).to.equal(0);
      expect(peer.store.size).to.equal(300);
      expect(Math.max(...peer.batches.map(({ bytes }) => bytes))).to.be.within(850 * 1024, 900 * 1024);
    });

    it("lets the last of several rows with one externalId win, and never has two of them on the way", async () => {
      await start();
      const rows = Array.from({ length: 40 }, (_, n) => `same,House ${n},Town,1\n`);
      await workshop.write("houses.csv", `ref,name,town,cost\n${rows.join("")}`);
      const { stdout } = await workshop.run("import", args("--in-flight", "8"), withKey);
      expect(stdout).to.match(/^40 rows: 1 made, 39 updated/);
      expect(peer.store.get("same")).to.include({ title: "House 39" });
    });

    it("takes rows without an externalId by what is in them, equal rows too, and finds them again", async () => {
      await start();
      const { externalId: _ref, ...columns } = houseMapping.columns;
      await workshop.write("map.json", { ...houseMapping, columns });
      await workshop.write("houses.csv", "name,town,cost\nA,B,1\nC,D,2\nA,B,1\nA,B,1\n");
      await workshop.run("import", args(), withKey);
      const ids = [...peer.store.keys()];
      expect(ids).to.have.length(4);
      expect(ids.every((id) => /^row-[\da-f]{32}(-[23])?$/.test(id))).to.equal(true);
      const { stdout } = await workshop.run("import", args(), withKey);
      expect(stdout).to.match(/^4 rows: 0 made, 4 updated/);
      expect([...peer.store.keys()]).to.deep.equal(ids);
    });

    it("with --mode create refuses rows that are there", async () => {
      await start();
      peer.store.set("h3", {});
      const { code } = await workshop.run("import", args("--mode", "create"), withKey);
      expect(code).to.equal(1);
      expect(await workshop.lines("houses.csv.refused.ndjson")).to.deep.equal([
        { line: 5, externalId: "h3", reasons: [{ field: null, detail: "The externalId is taken." }] },
      ]);
    });
  });

  describe("rows that cannot go in", () => {
    const broken = [
      "ref,name,town,cost",
      "a,Good,Town,1",
      "b,Too few,2",
      'c,"Never closed,Town,3',
      "d,Fine after it,Town,4",
      "e,Bad number,Town,cheap",
      "f,,Town,6",
      'g,"Two\nlines",Town,7',
      "h,Negative,Town,-8",
      "",
    ].join("\n");

    it("are named with line, externalId, field, column and value; all others go in", async () => {
      await start();
      await workshop.write("houses.csv", broken);
      const { code, stdout, stderr } = await workshop.run("import", args(), withKey);
      expect([...peer.store.keys()]).to.deep.equal(["a", "d", "g"]);
      expect(code).to.equal(1);
      expect(stdout).to.match(/^8 rows: 3 made, 0 updated, 5 refused; .*houses\.csv\.refused\.ndjson\n$/);
      const because = (field: string | null, detail: string, more = {}): object[] => [{ field, detail, ...more }];
      const refused = await workshop.lines("houses.csv.refused.ndjson");
      expect(refused).to.deep.equal([
        { line: 3, externalId: null, reasons: because(null, "has 3 columns where the header has 4") },
        { line: 4, externalId: null, reasons: because(null, "a quote is opened and never closed") },
        {
          line: 6,
          externalId: "e",
          reasons: because("price", "is not a number", { column: "cost", value: "cheap" }),
        },
        { line: 7, externalId: "f", reasons: because("title", "is required", { column: "name" }) },
        {
          line: 10,
          externalId: "h",
          reasons: because("price", "must be at least 0", { column: "cost", value: "-8" }),
        },
      ]);
      expect(stderr).to.include('line 6: price is not a number ("cheap")');
    });

    it("are reported just so by --dry-run, which sends nothing and needs no key", async () => {
      await start();
      await workshop.write("houses.csv", broken);
      await workshop.run("import", args(), withKey);
      const refused = await workshop.lines("houses.csv.refused.ndjson");
      const sent = peer.batches.length;
      const { code, stdout } = await workshop.run("import", args("--dry-run", "--report", "dry.ndjson"));
      expect(code).to.equal(1);
      expect(stdout).to.match(/Dry run, nothing was sent\. 8 rows: 3 good, 5 refused\. .*dry\.ndjson\n$/);
      expect(await workshop.lines("dry.ndjson")).to.deep.equal(refused);
      expect(peer.batches).to.have.length(sent);
      expect(existsSync(workshop.path("progress"))).to.equal(true);
      expect(await readdir(workshop.path("progress"))).to.deep.equal([]);
    });

    it("that the service refuses carry its reasons by field", async () => {
      const errors = [{ in: "body", pointer: "/address/city", detail: "is not a town" }];
      await start(() => ({
        status: 200,
        body: {
          data: [
            { index: 1, status: 201, id: crypto.randomUUID() },
            { index: 0, status: 400, id: null, code: "validation_failed", detail: "Not as specified.", errors },
          ],
        },
      }));
      await workshop.write("houses.csv", houses(2));
      const { code } = await workshop.run("import", args(), withKey);
      expect(code).to.equal(1);
      expect(await workshop.lines("houses.csv.refused.ndjson")).to.deep.equal([
        { line: 2, externalId: "h0", reasons: [{ field: "address.city", detail: "is not a town" }] },
      ]);
    });

    it("beyond ten are left to the report", async () => {
      await start();
      await workshop.write("houses.csv", `ref,name,town,cost\n${"x\n".repeat(30)}`);
      const { stderr } = await workshop.run("import", args(), withKey);
      expect(stderr.match(/^line \d+:/gm)).to.have.length(10);
      expect(await workshop.lines("houses.csv.refused.ndjson")).to.have.length(30);
    });
  });

  describe("a cut-off run", () => {
    /** Of a batch, where it begins in the file: batches on the way at once may arrive in any order. */
    const rowOf = ({ items }: Pick<BatchSeen, "items">): number => Number(String(items[0]?.["externalId"]).slice(1));
    /** Starts an import of which the third batch is never answered, and waits until the others are written down. */
    const cutOff = async (): Promise<ReturnType<Workshop["start"]>> => {
      await start((_, batch) => (rowOf(batch) >= 100 ? { hold: true } : undefined));
      await workshop.write("houses.csv", `${houses(500)}bad row\n`.replace("h7,House 7,", "h7,,"));
      const running = workshop.start("import", args("--batch", "50"), withKey);
      await eventually(async () => {
        const [file = ""] = await readdir(workshop.path("progress"));
        const [progress] = await workshop.lines(`progress/${file}`);
        expect(progress?.["rows"]).to.equal(100);
        expect(peer.batches).to.have.length(4);
      });
      return running;
    };

    it("goes on after kill -9 where its answers end, with the same Idempotency-Keys, and loses no refusal", async () => {
      const running = await cutOff();
      running.child.kill("SIGKILL");
      await running.ended;
      const third = ({ batches }: Peer): BatchSeen | undefined => batches.find((batch) => rowOf(batch) === 100);
      const unanswered = third(peer);
      const port = new URL(peer.url).port;
      const stored = peer.store;
      await peer.close();
      peers.splice(0);
      const again = await start(undefined, Number(port));
      const { code, stdout, stderr } = await workshop.run("import", args("--batch", "50"), withKey);
      expect(stderr).to.include("Going on after 100 rows");
      expect(stdout).to.match(/^501 rows \(from row 101 on\): 499 made, 0 updated, 2 refused; /);
      expect(code).to.equal(1);
      expect(unanswered?.items).to.have.length(50);
      expect(third(again)?.items).to.deep.equal(unanswered?.items);
      expect(third(again)?.idempotencyKey).to.equal(unanswered?.idempotencyKey);
      expect(Math.min(...again.batches.map(rowOf))).to.equal(100);
      expect(new Set([...stored.keys(), ...again.store.keys()])).to.have.property("size", 499);
      const refused = await workshop.lines("houses.csv.refused.ndjson");
      expect(refused.map(({ line }) => line)).to.deep.equal([9, 502]);
    });

    it("begins again with --restart", async () => {
      const running = await cutOff();
      running.child.kill("SIGKILL");
      await running.ended;
      const port = Number(new URL(peer.url).port);
      await peer.close();
      peers.splice(0);
      await start(undefined, port);
      const { stdout } = await workshop.run("import", args("--batch", "50", "--restart"), withKey);
      expect(stdout).to.match(/^501 rows: 499 made, 0 updated, 2 refused; /);
      expect((await workshop.lines("houses.csv.refused.ndjson")).map(({ line }) => line)).to.deep.equal([9, 502]);
    });
  });

  describe("Ctrl-C", () => {
    it("lets what is on its way be answered, keeps the progress and says how to go on", async () => {
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      await start(async (seen) => {
        if (seen >= 2) await held;
        return undefined;
      });
      const running = workshop.start("import", args("--batch", "50"), withKey);
      await eventually(() => expect(peer.batches).to.have.length(4));
      running.child.kill("SIGINT");
      await eventually(() => expect(running.stderr()).to.include("Stopping after what is on its way"));
      release();
      const { code, stderr, stdout } = await running.ended;
      expect(stderr).to.include("200 rows are done; the same command goes on from there.");
      expect(stdout).to.equal("");
      expect(code).to.equal(130);
      expect(peer.batches).to.have.length(4);
      const next = await workshop.run("import", args("--batch", "50"), withKey);
      expect(next.stdout).to.match(/^500 rows \(from row 201 on\): 500 made, 0 updated/);
      expect(peer.store.size).to.equal(500);
    });
  });
});
