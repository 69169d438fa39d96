import { apiKeyOf } from "@plat/contracts";
import { newId } from "@plat/kit";
import { sendRequest } from "@plat/testkit";
import { expect } from "chai";
import { randomBytes } from "node:crypto";
import { EventEmitter } from "node:events";
import type { IncomingMessage } from "node:http";
import { readJson } from "../src/http/body.ts";
import { type TestGateway, startTestGateway } from "./support/test-gateway.ts";
import { sendRaw } from "./support/raw-http.ts";

describe("request bodies", () => {
  let testGateway: TestGateway;
  const key = apiKeyOf(randomBytes(32));
  before(async () => {
    testGateway = await startTestGateway();
    await testGateway.storeKey(key);
  });
  after(() => testGateway.stop());

  const post = (path: string, body: string | Buffer, headers: Record<string, string> = {}) =>
    fetch(testGateway.url + path, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
      body: body as string,
    });
  const problem = async (response: Response): Promise<Record<string, unknown>> => ({
    ...((await response.json()) as object),
    httpStatus: response.status,
  });

  const auth = `Host: x\r\nAuthorization: Bearer ${key}\r\n`;
  const create = `POST /properties HTTP/1.1\r\n${auth}Content-Type: application/json\r\n`;

  it("reports every invalid part of a request in one problem document", async () => {
    const response = await post("/properties/not-an-id/ads?waitForIndex=maybe&x=1", '{"headline":5,"y":1}', {
      "idempotency-key": "a b",
    });
    const body = await problem(response);
    expect(body).to.include({ httpStatus: 400, code: "validation_failed", instance: "/properties/not-an-id/ads" });
    const errors = body["errors"] as { in: string; name?: string; pointer?: string }[];
    expect(errors.map((error) => `${error.in} ${error.name ?? error.pointer}`).toSorted()).to.deep.equal([
      "body /headline",
      "body /y",
      "header Idempotency-Key",
      "path id",
      "query waitForIndex",
      "query x",
    ]);
  });

  it("reports the position of a JSON syntax error", async () => {
    const positions: [string, string][] = [
      ['{"title":', "line 1, column 10"],
      ['{\n  "title": "a"\n  "price": 1\n}', "line 3, column 3"],
      ['{"title":"a",}', "line 1, column 14"],
      ["{} x", "line 1, column 4"],
      ['{"title":"a\\x"}', "line 1, column 12"],
      ['{"price":01}', "line 1, column 11"],
      ['{"price":NaN}', "line 1, column 10"],
      ["[1,2", "line 1, column 5"],
      ['"\t"', "line 1, column 2"],
    ];
    for (const [body, position] of positions) {
      const { detail, errors } = await problem(await post("/properties", body));
      expect(detail, body).to.equal(`The request body is not valid JSON (${position}).`);
      expect(errors).to.deep.equal([{ in: "body", pointer: "", detail: `is not valid JSON (${position})` }]);
    }
  });

  it("omits the position of a JSON syntax error in bodies above 512 KiB", async () => {
    const broken = (items: number): string => `{"mode":"create","items":[${"1,".repeat(items)}]}`;
    const { detail } = await problem(await post("/properties/batch", broken(200_000)));
    expect(detail).to.equal("The request body is not valid JSON (line 1, column 400027).");
    expect((await problem(await post("/properties/batch", broken(300_000))))["detail"]).to.equal(
      "The request body is not valid JSON.",
    );
  });

  it("rejects more than half a million values before parsing them", async () => {
    const ofValues = (values: number): string => `{"mode":"create","items":[${"1,".repeat(values - 5)}1,]}`;
    const { detail } = await problem(await post("/properties/batch", ofValues(500_000)));
    expect(detail).to.equal("The request body is not valid JSON.");
    const more = await problem(await post("/properties/batch", ofValues(500_001)));
    expect([more["code"], more["detail"]]).to.deep.equal([
      "validation_failed",
      "The request body has more than 500000 values.",
    ]);
  });

  const bodies: Record<string, [string | Buffer, Record<string, string>, number, string]> = {
    "broken JSON": ['{"title":', {}, 400, "validation_failed"],
    "no body": ["", {}, 400, "validation_failed"],
    "JSON that is not an object": ["[]", {}, 400, "validation_failed"],
    "deep nesting": [`${"[".repeat(5000)}${"]".repeat(5000)}`, {}, 400, "validation_failed"],
    "invalid UTF-8": [Buffer.from([0x22, 0xff, 0x22]), {}, 400, "validation_failed"],
    "a MongoDB operator instead of a string": [
      '{"title":{"$gt":""},"propertyType":"a","propertyCategory":"b"}',
      {},
      400,
      "validation_failed",
    ],
    "a field named __proto__": [
      '{"__proto__":{"x":1},"title":"a","propertyType":"a","propertyCategory":"b"}',
      {},
      400,
      "validation_failed",
    ],
    "a read-only field": [
      '{"organizationId":"x","title":"a","propertyType":"a","propertyCategory":"b"}',
      {},
      400,
      "validation_failed",
    ],
    "an escaped NUL": ['{"title":"a\\u0000","propertyType":"a","propertyCategory":"b"}', {}, 400, "validation_failed"],
    "a lone surrogate": [
      '{"title":"a\\ud800","propertyType":"a","propertyCategory":"b"}',
      {},
      400,
      "validation_failed",
    ],
    "a number out of range": [
      '{"price":1e400,"title":"a","propertyType":"a","propertyCategory":"b"}',
      {},
      400,
      "validation_failed",
    ],
    "another media type": [
      "title=a",
      { "content-type": "application/x-www-form-urlencoded" },
      415,
      "unsupported_media_type",
    ],
    "a charset that is not UTF-8": [
      "{}",
      { "content-type": "application/json; charset=latin1" },
      415,
      "unsupported_media_type",
    ],
    "a compressed body": ["{}", { "content-encoding": "gzip" }, 415, "unsupported_media_type"],
    "more than 256 KiB": [`{"title":"${"a".repeat(262_144)}"}`, {}, 413, "payload_too_large"],
  };
  for (const [what, [body, headers, status, code]] of Object.entries(bodies))
    it(`rejects ${what} with ${status} ${code}`, async () => {
      const forwarded = testGateway.services.requests.length;
      expect(await problem(await post("/properties", body, headers))).to.include({ httpStatus: status, code });
      expect(testGateway.services.requests.length).to.equal(forwarded);
      expect(({} as { x?: unknown }).x).to.equal(undefined);
    });

  it("PATCH accepts JSON merge patch only and rejects other patch types with 415 and Accept-Patch", async () => {
    const patchAgent = (type: string, body: string) =>
      fetch(`${testGateway.url}/agents/${newId()}`, {
        method: "PATCH",
        headers: { authorization: `Bearer ${key}`, "content-type": type },
        body,
      });
    const jsonPatch = '[{"op":"replace","path":"/name","value":"B"}]';
    for (const body of [jsonPatch, '{"name":"B"}']) {
      const rejected = await patchAgent("application/json-patch+json", body);
      expect(rejected.headers.get("accept-patch")).to.equal("application/merge-patch+json, application/json");
      expect(await problem(rejected)).to.include({ httpStatus: 415, code: "unsupported_media_type" });
    }
    for (const type of ["application/merge-patch+json", "application/json; charset=utf-8"])
      expect((await patchAgent(type, '{"name":"B"}')).status, type).to.equal(200);
    expect((await patchAgent("application/merge-patch+json", jsonPatch)).status).to.equal(400);
  });

  it("reports a malformed If-Match with the other errors, and forwards well-formed ones", async () => {
    const patchAgent = (ifMatch: string, body: unknown = { name: "B" }) =>
      sendRequest(testGateway.url, `/agents/${newId()}`, {
        key,
        method: "PATCH",
        headers: { "if-match": ifMatch },
        body,
      });
    const detail = 'must be a quoted ETag, for example "3-abc", or *';
    const error = { in: "header", name: "If-Match", detail };
    for (const bad of ["nonsense", "3-abc", '"3-abc', ""]) {
      const { status, body } = await patchAgent(bad);
      expect([status, (body as { errors: unknown }).errors], bad).to.deep.equal([400, [error]]);
    }
    const both = (await patchAgent("x", { name: 5 })).body as { errors: object[] };
    expect(both.errors).to.have.length(2);
    const deletion = { key, method: "DELETE", headers: { "if-match": "x" } };
    expect((await sendRequest(testGateway.url, `/agents/${newId()}`, deletion)).status).to.equal(400);
    for (const ifMatch of ['"3-abc"', 'W/"3-abc"', '"x"', "*"]) {
      expect((await patchAgent(ifMatch)).status, ifMatch).to.equal(200);
      expect(testGateway.services.requests.at(-1)?.meta.ifMatch).to.equal(ifMatch);
    }
  });

  it("rejects a chunked body as soon as it is too large", async () => {
    const chunk = `10000\r\n${" ".repeat(65_536)}\r\n`;
    const response = await sendRaw(testGateway.url, `${create}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(5)}`);
    expect([response.status, response.headers.get("connection")]).to.deep.equal([413, "close"]);
  });

  it("accepts a body that arrives byte by byte", async () => {
    testGateway.services.respond = ({ body }) => ({ body: { received: (body as { items: string[] }).items[0] } });
    const text = "äöü€🏠 ".repeat(2_000);
    const bytes = Buffer.from(JSON.stringify({ mode: "create", items: [text] }));
    const chunks = [...bytes].map((byte) => Buffer.from([0x31, 0x0d, 0x0a, byte, 0x0d, 0x0a]));
    const batch = create.replace("/properties", "/properties/batch");
    const head = Buffer.from(`${batch}Transfer-Encoding: chunked\r\n\r\n`);
    const response = await sendRaw(testGateway.url, Buffer.concat([head, ...chunks, Buffer.from("0\r\n\r\n")]));
    expect(response.status).to.equal(200);
    expect(JSON.parse(Buffer.from(response.body, "latin1").toString("utf8"))).to.deep.equal({ received: text });
  });

  it("readJson does not retain the chunks of a body", async () => {
    const headers = { "transfer-encoding": "chunked", "content-type": "application/json" };
    const request = Object.assign(new EventEmitter(), { headers, method: "POST", resume: () => undefined });
    const reading = readJson(request as unknown as IncomingMessage, 2_000_000);
    const before = process.memoryUsage().heapUsed;
    const source = Buffer.from(`"${"a".repeat(999_998)}"`);
    for (let at = 0; at < source.length; at++) request.emit("data", source.subarray(at, at + 1));
    const growth = process.memoryUsage().heapUsed - before;
    request.emit("end");
    expect(source.equals((await reading).bytes)).to.equal(true);
    expect(growth / source.length).to.be.lessThan(60);
  });

  it("limits batches to the size that a NATS message can carry", async () => {
    testGateway.services.respond = ({ body }) => ({ body: { data: (body as { items: unknown[] }).items.length } });
    const items = (bytes: number): string =>
      JSON.stringify({
        mode: "create",
        items: Array.from({ length: 100 }, () => ({ title: "a".repeat(bytes / 100) })),
      });
    const ok = await post("/properties/batch", items(900_000));
    expect([ok.status, await ok.text()]).to.deep.equal([200, '{"data":100}']);
    expect((await post("/properties/batch", items(9_000_000))).status).to.equal(413);
  });
});
