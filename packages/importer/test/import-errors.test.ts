import { eventually } from "@plat/testkit";
import { expect } from "chai";
import { type Instead, type Peer, startPeer } from "./fake-server.ts";
import { type Ended, houseMapping, houses, testKey, Workshop } from "./cli-runner.ts";

describe("npm run import, when not all is well", () => {
  let workshop: Workshop;
  let peer: Peer;
  const run = (...more: string[]): Promise<Ended> =>
    workshop.run("import", ["houses.csv", "--map", "map.json", "--url", peer.url, ...more], { PLAT_API_KEY: testKey });

  beforeEach(async () => {
    workshop = await Workshop.open();
    await workshop.write("map.json", houseMapping);
    await workshop.write("houses.csv", houses(30));
  });
  afterEach(async () => {
    await workshop.close();
    await peer.close();
  });

  describe("with the service", () => {
    it("waits as long as a rate limit asks, and sends the same again", async () => {
      const times: number[] = [];
      peer = await startPeer((seen) => {
        times.push(performance.now());
        return seen === 0
          ? { status: 429, headers: { "retry-after": "2" }, body: { code: "quota_exceeded" } }
          : undefined;
      });
      const { code, stdout, stderr } = await run("--in-flight", "1");
      expect(code).to.equal(0);
      expect(stdout).to.match(/^30 rows: 30 made/);
      expect(stderr).to.match(/Waiting [23] s: rate limit/);
      const [first = 0, second = 0] = times;
      expect(second - first).to.be.at.least(2000);
      expect(peer.batches[1]).to.deep.equal(peer.batches[0]);
    });

    it("sends a batch again after 503, 504, a conflict of its key and a broken connection, with the same key", async () => {
      const troubles: Instead[] = [
        { status: 503, body: { code: "unavailable" } },
        { reset: true },
        { status: 504, body: { code: "timeout" } },
        { status: 409, body: { code: "conflict" } },
      ];
      peer = await startPeer((seen) => troubles[seen]);
      const { code, stdout } = await run();
      expect(stdout).to.match(/^30 rows: 30 made/);
      expect(code).to.equal(0);
      expect(new Set(peer.batches.map(({ idempotencyKey }) => idempotencyKey))).to.have.property("size", 1);
      expect(peer.batches).to.have.length(5);
    });

    it("sends rows again that the service could not take, under another key", async () => {
      const away = { index: 1, status: 503, id: null, code: "unavailable" };
      const good = { index: 0, status: 201, id: crypto.randomUUID() };
      peer = await startPeer((seen) => (seen === 0 ? { status: 200, body: { data: [good, away] } } : undefined));
      await workshop.write("houses.csv", houses(2));
      const { code, stdout } = await run();
      expect(stdout).to.match(/^2 rows: 2 made/);
      expect(code).to.equal(0);
      expect(peer.batches[1]?.items).to.deep.equal(peer.batches[0]?.items.slice(1));
      expect(peer.batches[1]?.idempotencyKey).not.to.equal(peer.batches[0]?.idempotencyKey);
    });

    it("gives up with 3 when its patience is over, and says how to go on", async () => {
      peer = await startPeer((seen) => (seen > 0 ? { status: 503, body: { code: "unavailable" } } : undefined));
      const { code, stderr } = await run("--patience", "1", "--batch", "10", "--in-flight", "1");
      expect(code).to.equal(3);
      expect(stderr).to.match(
        /does not recover: status 503 \(unavailable\)\.\n10 rows are done; the same command goes on/,
      );
    });

    it("ends with 3 when nobody is there", async () => {
      peer = await startPeer();
      await peer.close();
      const { code, stderr } = await run();
      expect(code).to.equal(3);
      expect(stderr).to.match(/^http:\/\/127\.0\.0\.1:\d+ cannot be reached: .*ECONNREFUSED.*\nNothing is in yet\.\n$/);
      peer = await startPeer();
    });

    it("ends with 2 when the key is refused", async () => {
      peer = await startPeer(() => ({
        status: 401,
        body: { code: "revoked_api_key", detail: "This key was revoked." },
      }));
      const { code, stderr } = await run();
      expect(code).to.equal(2);
      expect(stderr).to.include("refuses the key: status 401 (revoked_api_key) This key was revoked.\n");
      expect(stderr).not.to.include(testKey);
    });

    it("ends with 3 when an answer is not as the contract says, and counts nothing of it", async () => {
      peer = await startPeer(() => ({ status: 200, body: { data: [{ index: 0, status: 201, id: null }] } }));
      const { code, stderr } = await run();
      expect(code).to.equal(3);
      expect(stderr).to.include("the row of line 3 is not in the answer");
      expect(stderr).to.include("Nothing is in yet.");
    });

    it("stops at once on Ctrl-C while it waits for a rate limit", async () => {
      peer = await startPeer(() => ({ status: 429, headers: { "retry-after": "3000" }, body: {} }));
      const env = { PLAT_API_KEY: testKey };
      const running = workshop.start("import", ["houses.csv", "--map", "map.json", "--url", peer.url], env);
      await eventually(() => expect(running.stderr()).to.match(/Waiting 300\d s/));
      running.child.kill("SIGINT");
      const { code, stderr } = await running.ended;
      expect(code).to.equal(130);
      expect(stderr).to.include("Nothing is in yet.");
    });
  });

  describe("with what it is given, ends with 2 and sends nothing:", () => {
    const refuses = (what: string, prepare: () => Promise<string[]>, sentences: (string | RegExp)[]): void => {
      it(what, async () => {
        peer = await startPeer();
        const { code, stderr, stdout } = await workshop.run("import", [...(await prepare()), "--url", peer.url], {
          PLAT_API_KEY: testKey,
        });
        for (const sentence of sentences)
          expect(stderr).to.match(typeof sentence === "string" ? literally(sentence) : sentence);
        expect(stdout).to.equal("");
        expect(code).to.equal(2);
        expect(peer.batches).to.have.length(0);
      });
    };
    const literally = (text: string): RegExp => new RegExp(RegExp.escape(text));
    const usual = ["houses.csv", "--map", "map.json"];

    refuses(
      "a mapping that names columns and fields that are not there",
      async () => {
        const columns = { ...houseMapping.columns, "adress.city": "town", bedrooms: "cots", "address.region": "Town" };
        await workshop.write("map.json", { ...houseMapping, columns });
        return usual;
      },
      [
        "'adress.city' is no field of a listing. Did you mean 'address.city'?",
        "bedrooms: there is no column 'cots'. Did you mean 'cost'?",
        "address.region: there is no column 'Town'. Did you mean 'town'?",
      ],
    );
    refuses(
      "a mapping with members that do not exist",
      async () => {
        await workshop.write("map.json", { colums: {}, columns: { price: { colum: "cost" } }, csv: { delimiter: "" } });
        return usual;
      },
      [
        "colums: is not a known field. Did you mean 'columns'?",
        /price.* › colum: is not a known field\. Did you mean 'column'\?/,
        "csv › delimiter: must be",
      ],
    );
    refuses(
      "a file with another delimiter",
      async () => {
        await workshop.write("houses.csv", houses(2).replaceAll(",", ";"));
        return usual;
      },
      ['is the delimiter ";"?'],
    );
    refuses(
      "an empty file",
      async () => {
        await workshop.write("houses.csv", "");
        return usual;
      },
      ["houses.csv is empty."],
    );
    refuses("a file that is not there", async () => ["nowhere.csv"], ["There is no file nowhere.csv."]);
    refuses("an option that does not exist", async () => [...usual, "--dryrun"], [
      "There is no option --dryrun. Did you mean '--dry-run'?",
    ]);
    refuses("a batch size out of range", async () => [...usual, "--batch", "1001"], [
      "--batch must be a whole number from 1 to 1000, not '1001'.",
    ]);
    refuses("a report over the file itself", async () => [...usual, "--report", "./houses.csv"], [
      "--report must not be a file that is read.",
    ]);

    it("no key", async () => {
      peer = await startPeer();
      const { code, stderr } = await workshop.run("import", [...usual, "--url", peer.url]);
      expect(stderr).to.equal("A key is needed: --key svc_pk_…, or PLAT_API_KEY in the environment.\n");
      expect(code).to.equal(2);
    });
  });
});
