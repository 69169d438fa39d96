import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import { get, type Ground, post, type Row, type Sent, type Table, withoutCredential, withSession } from "./case.ts";

const open = (target: string, ...headers: string[]) => withoutCredential(get(target, ...headers));
const differ = "400 ambiguous_credentials";
const noKey = "401 invalid_api_key";

/** One request with several credentials, or with half of one. */
export const places: Table = [
  ["none", open("/organization"), "401 missing_credentials"],
  [
    "Authorization twice, the same",
    get("/organization", "Authorization: Bearer @KEY@"),
    "400 validation_failed",
    { names: ["authorization"] },
  ],
  ["Authorization twice, that differ", get("/organization", "Authorization: Bearer x"), differ],
  [
    "X-API-Key twice, the same",
    open("/organization", "X-API-Key: @KEY@", "X-API-Key: @KEY@"),
    "400 validation_failed",
    { names: ["x-api-key"] },
  ],
  ["X-API-Key twice, that differ", open("/organization", "X-API-Key: @KEY@", "X-API-Key: @OTHER_KEY@"), differ],
  ["X-API-Key beside Authorization, the same", get("/organization", "X-API-Key: @KEY@"), "200"],
  ["X-API-Key beside Authorization, another good one", get("/organization", "X-API-Key: @OTHER_KEY@"), differ],
  ["a key beside a session", get("/organization", "X-API-Key: @TOKEN@"), differ],
  ["a key in the query beside another", get("/organization?api_key=@OTHER_KEY@"), differ],
  [
    "a key in the query twice",
    open("/organization?api_key=@KEY@&api_key=@KEY@"),
    "400 validation_failed",
    { names: ["api_key"] },
  ],
  ["a key in the query, its name encoded, beside another", get("/organization?api%5Fkey=@OTHER_KEY@"), differ],
  ["a key in an array of the query", open("/organization?api_key[]=@KEY@"), "401 missing_credentials"],
  ["an empty key in the query", open("/organization?api_key="), noKey],
  ["Basic", open("/organization", "Authorization: Basic dTpw"), "401 missing_credentials"],
  ["Basic beside a key", open("/organization", "Authorization: Basic dTpw", "X-API-Key: @KEY@"), differ],
  ["Bearer and nothing", open("/organization", "Authorization: Bearer"), "401 missing_credentials"],
  ["a key without Bearer", open("/organization", "Authorization: @KEY@"), "401 missing_credentials"],
  ["bytes that are no ASCII", open("/organization", "Authorization: Bearer \u00ff\u00fe"), noKey],
  ["a key with a character changed", (on) => open("/organization", `X-API-Key: ${changed(on.key)}`), noKey],
  ["a key in capitals", (on) => open("/organization", `X-API-Key: ${on.key.toUpperCase()}`), noKey],
  ["a key and a word", open("/organization", "X-API-Key: @KEY@ x"), noKey],
  ["two keys with a comma", open("/organization", "X-API-Key: @KEY@, @KEY@"), noKey],
  ["a session in X-API-Key", open("/organization", "X-API-Key: @TOKEN@"), noKey],
  ["a key where users manage keys", get("/api-keys"), "403 api_key_not_allowed"],
  ["a key where users make keys", post("/api-keys", { name: "n" }), "403 api_key_not_allowed"],
  ["a key where sessions are renewed", post("/auth/refresh", ""), "403 api_key_not_allowed"],
  [
    "identity in headers",
    open("/organization", "X-Org-Id: 1", "X-User-Id: 1", "X-Forwarded-User: root", "Plat-Caller: {}"),
    "401 missing_credentials",
  ],
  [
    "an outcome that is kept, twice",
    post("/agents", { name: "a" }, "Idempotency-Key: a", "Idempotency-Key: b"),
    "400 validation_failed",
    { names: ["idempotency-key"] },
  ],
  [
    "an Idempotency-Key with a space",
    post("/agents", { name: "a" }, "Idempotency-Key: a b"),
    "400 validation_failed",
    { names: ["Idempotency-Key"] },
  ],
];

/** The same text with one character that is another. */
const changed = (text: string): string => `${text.slice(0, 20)}${text[20] === "a" ? "b" : "a"}${text.slice(21)}`;

type Json = Record<string, unknown>;
const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const decoded = (text = ""): Json => JSON.parse(Buffer.from(text, "base64url").toString()) as Json;
const bearing = (token: string): Sent => open("/auth/whoami", `Authorization: Bearer ${token}`);

/** The good token with parts exchanged; its signature stays, unless given. */
function forged({ token }: Ground, change: { header?: Json; claims?: Json; signature?: string }): string {
  const [header = "", claims = "", signature = ""] = token.split(".");
  return [
    change.header === undefined ? header : encoded({ ...decoded(header), ...change.header }),
    change.claims === undefined ? claims : encoded({ ...decoded(claims), ...change.claims }),
    change.signature ?? signature,
  ].join(".");
}
/** Signed by a key of the attacker's own, which the header may name or carry. */
function resigned(ground: Ground, header: (jwk: Json) => Json): string {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const jwk = publicKey.export({ format: "jwk" }) as Json;
  const [first, second] = forged(ground, { header: header(jwk) }).split(".");
  return `${first}.${second}.${sign(null, Buffer.from(`${first}.${second}`), privateKey).toString("base64url")}`;
}
function withSecret(ground: Ground, secret: string): string {
  const [first, second] = forged(ground, { header: { alg: "HS256" } }).split(".");
  return `${first}.${second}.${createHmac("sha256", secret).update(`${first}.${second}`).digest("base64url")}`;
}
const noSession = "401 invalid_session";
const forgery = (name: string, make: (ground: Ground) => string): Row => [name, (on) => bearing(make(on)), noSession];

/** Session tokens that are not ours. */
export const tokens: Table = [
  ["the good one", withSession(get("/auth/whoami")), "200"],
  forgery("alg none, no signature", (on) => forged(on, { header: { alg: "none" }, signature: "" })),
  forgery("alg none, the old signature", (on) => forged(on, { header: { alg: "none" } })),
  forgery("alg nOnE", (on) => forged(on, { header: { alg: "nOnE" }, signature: "" })),
  forgery("HS256 with an empty secret", (on) => withSecret(on, "")),
  forgery("HS256 with the kid as secret", (on) => withSecret(on, String(decoded(on.token.split(".")[0])["kid"]))),
  forgery("no alg", (on) => forged(on, { header: { alg: null } })),
  forgery("another organization", (on) => forged(on, { claims: { org: "00000000-0000-7000-8000-000000000000" } })),
  forgery("another end", (on) => forged(on, { claims: { exp: 9_999_999_999 } })),
  forgery("no end", (on) => forged(on, { claims: { exp: null } })),
  forgery("a kid that leaves its folder", (on) => forged(on, { header: { kid: "../../../../dev/null" } })),
  forgery("a kid of SQL", (on) => forged(on, { header: { kid: "x' UNION SELECT 'a" } })),
  forgery("a kid that is an operator", (on) => forged(on, { header: { kid: { $gt: "" } } })),
  forgery("a kid that is an address", (on) => forged(on, { header: { kid: `http://127.0.0.1:${on.canaryPort}/` } })),
  forgery("no kid", (on) => forged(on, { header: { kid: null } })),
  forgery("a key in the header (jwk)", (on) => resigned(on, (jwk) => ({ jwk }))),
  forgery("a key at an address (jku)", (on) =>
    resigned(on, () => ({ jku: `http://127.0.0.1:${on.canaryPort}/jwks.json` })),
  ),
  forgery("a certificate at an address (x5u)", (on) =>
    resigned(on, () => ({ x5u: `http://127.0.0.1:${on.canaryPort}/x.pem` })),
  ),
  forgery("a key of the attacker's under our kid", (on) => resigned(on, () => ({}))),
  forgery("crit", (on) => forged(on, { header: { crit: ["b64"], b64: false } })),
  forgery("another typ", (on) => forged(on, { header: { typ: "JWT" } })),
  forgery("another issuer", (on) => forged(on, { claims: { iss: "https://evil.example" } })),
  forgery("another audience", (on) => forged(on, { claims: { aud: "evil" } })),
  forgery("a bit of the signature changed", (on) => forged(on, { signature: changed(on.token.split(".")[2] ?? "") })),
  forgery("no signature", (on) => forged(on, { signature: "" })),
  forgery("9,000 characters of signature", (on) => forged(on, { signature: "A".repeat(9_000) })),
  forgery("claims that are a list", (on) => `${on.token.split(".")[0]}.${encoded([])}.${on.token.split(".")[2]}`),
  forgery(
    "claims of 3,000 lists in each other",
    (on) => `${on.token.split(".")[0]}.${Buffer.from("[".repeat(3_000)).toString("base64url")}.x`,
  ),
  forgery(
    "__proto__ in the claims",
    (on) => `${on.token.split(".")[0]}.${Buffer.from('{"__proto__":{"org":"x"}}').toString("base64url")}.x`,
  ),
  forgery("two dots", () => ".."),
  forgery("an encrypted one", () => "a.b.c.d.e"),
];
