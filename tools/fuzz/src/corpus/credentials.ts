import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import {
  get,
  type CaseContext,
  post,
  type Case,
  type RequestBytes,
  type Table,
  withoutCredential,
  withSession,
} from "./case.ts";

const open = (target: string, ...headers: string[]) => withoutCredential(get(target, ...headers));
const differ = "400 ambiguous_credentials";
const noKey = "401 invalid_api_key";

/** One request with several credentials, or with an incomplete one. */
export const places: Table = [
  ["none", open("/organization"), "401 missing_credentials"],
  [
    "Authorization twice, the same",
    get("/organization", "Authorization: Bearer @KEY@"),
    "400 validation_failed",
    { errorNames: ["authorization"] },
  ],
  ["Authorization twice, that differ", get("/organization", "Authorization: Bearer x"), differ],
  [
    "X-API-Key twice, the same",
    open("/organization", "X-API-Key: @KEY@", "X-API-Key: @KEY@"),
    "400 validation_failed",
    { errorNames: ["x-api-key"] },
  ],
  ["X-API-Key twice, that differ", open("/organization", "X-API-Key: @KEY@", "X-API-Key: @OTHER_KEY@"), differ],
  ["X-API-Key next to Authorization, the same", get("/organization", "X-API-Key: @KEY@"), "200"],
  ["X-API-Key next to Authorization, another valid one", get("/organization", "X-API-Key: @OTHER_KEY@"), differ],
  ["a key next to a session", get("/organization", "X-API-Key: @TOKEN@"), differ],
  ["a key in the query next to another", get("/organization?api_key=@OTHER_KEY@"), differ],
  [
    "a key in the query twice",
    open("/organization?api_key=@KEY@&api_key=@KEY@"),
    "400 validation_failed",
    { errorNames: ["api_key"] },
  ],
  ["a key in the query, its name encoded, next to another", get("/organization?api%5Fkey=@OTHER_KEY@"), differ],
  ["a key in an array of the query", open("/organization?api_key[]=@KEY@"), "401 missing_credentials"],
  ["an empty key in the query", open("/organization?api_key="), noKey],
  ["Basic", open("/organization", "Authorization: Basic dTpw"), "401 missing_credentials"],
  ["Basic next to a key", open("/organization", "Authorization: Basic dTpw", "X-API-Key: @KEY@"), differ],
  ["Bearer without a token", open("/organization", "Authorization: Bearer"), "401 missing_credentials"],
  ["a key without Bearer", open("/organization", "Authorization: @KEY@"), "401 missing_credentials"],
  ["non-ASCII bytes", open("/organization", "Authorization: Bearer \u00ff\u00fe"), noKey],
  ["a key with a character changed", (on) => open("/organization", `X-API-Key: ${changed(on.key)}`), noKey],
  ["a key in upper case", (on) => open("/organization", `X-API-Key: ${on.key.toUpperCase()}`), noKey],
  ["a key and a word", open("/organization", "X-API-Key: @KEY@ x"), noKey],
  ["two keys with a comma", open("/organization", "X-API-Key: @KEY@, @KEY@"), noKey],
  ["a session in X-API-Key", open("/organization", "X-API-Key: @TOKEN@"), noKey],
  ["a key where users manage keys", get("/api-keys"), "403 api_key_not_allowed"],
  ["a key where users create keys", post("/api-keys", { name: "n" }), "403 api_key_not_allowed"],
  ["a key where sessions are renewed", post("/auth/refresh", ""), "403 api_key_not_allowed"],
  [
    "identity in headers",
    open("/organization", "X-Org-Id: 1", "X-User-Id: 1", "X-Forwarded-User: root", "Plat-Caller: {}"),
    "401 missing_credentials",
  ],
  [
    "Idempotency-Key twice",
    post("/agents", { name: "a" }, "Idempotency-Key: a", "Idempotency-Key: b"),
    "400 validation_failed",
    { errorNames: ["idempotency-key"] },
  ],
  [
    "an Idempotency-Key with a space",
    post("/agents", { name: "a" }, "Idempotency-Key: a b"),
    "400 validation_failed",
    { errorNames: ["Idempotency-Key"] },
  ],
];

/** The same text with one character changed. */
const changed = (text: string): string => `${text.slice(0, 20)}${text[20] === "a" ? "b" : "a"}${text.slice(21)}`;

type Json = Record<string, unknown>;
const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const decoded = (text = ""): Json => JSON.parse(Buffer.from(text, "base64url").toString()) as Json;
const bearing = (token: string): RequestBytes => open("/auth/whoami", `Authorization: Bearer ${token}`);

/** The valid token with changed parts and, unless given, its original signature. */
function forged({ token }: CaseContext, change: { header?: Json; claims?: Json; signature?: string }): string {
  const [header = "", claims = "", signature = ""] = token.split(".");
  return [
    change.header === undefined ? header : encoded({ ...decoded(header), ...change.header }),
    change.claims === undefined ? claims : encoded({ ...decoded(claims), ...change.claims }),
    change.signature ?? signature,
  ].join(".");
}
/** A token signed by an attacker's key, which the header may reference or contain. */
function resigned(context: CaseContext, header: (jwk: Json) => Json): string {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const jwk = publicKey.export({ format: "jwk" }) as Json;
  const [first, second] = forged(context, { header: header(jwk) }).split(".");
  return `${first}.${second}.${sign(null, Buffer.from(`${first}.${second}`), privateKey).toString("base64url")}`;
}
function withSecret(context: CaseContext, secret: string): string {
  const [first, second] = forged(context, { header: { alg: "HS256" } }).split(".");
  return `${first}.${second}.${createHmac("sha256", secret).update(`${first}.${second}`).digest("base64url")}`;
}
const noSession = "401 invalid_session";
const forgery = (name: string, make: (context: CaseContext) => string): Case => [
  name,
  (on) => bearing(make(on)),
  noSession,
];

/** Forged session tokens. */
export const tokens: Table = [
  ["the valid token", withSession(get("/auth/whoami")), "200"],
  forgery("alg none, no signature", (on) => forged(on, { header: { alg: "none" }, signature: "" })),
  forgery("alg none, the original signature", (on) => forged(on, { header: { alg: "none" } })),
  forgery("alg nOnE", (on) => forged(on, { header: { alg: "nOnE" }, signature: "" })),
  forgery("HS256 with an empty secret", (on) => withSecret(on, "")),
  forgery("HS256 with the kid as secret", (on) => withSecret(on, String(decoded(on.token.split(".")[0])["kid"]))),
  forgery("no alg", (on) => forged(on, { header: { alg: null } })),
  forgery("another organization", (on) => forged(on, { claims: { org: "00000000-0000-7000-8000-000000000000" } })),
  forgery("another expiry", (on) => forged(on, { claims: { exp: 9_999_999_999 } })),
  forgery("no expiry", (on) => forged(on, { claims: { exp: null } })),
  forgery("a kid with path traversal", (on) => forged(on, { header: { kid: "../../../../dev/null" } })),
  forgery("a kid with SQL", (on) => forged(on, { header: { kid: "x' UNION SELECT 'a" } })),
  forgery("a kid that is an operator", (on) => forged(on, { header: { kid: { $gt: "" } } })),
  forgery("a kid that is a URL", (on) => forged(on, { header: { kid: `http://127.0.0.1:${on.canaryPort}/` } })),
  forgery("no kid", (on) => forged(on, { header: { kid: null } })),
  forgery("a key in the header (jwk)", (on) => resigned(on, (jwk) => ({ jwk }))),
  forgery("a key at a URL (jku)", (on) => resigned(on, () => ({ jku: `http://127.0.0.1:${on.canaryPort}/jwks.json` }))),
  forgery("a certificate at a URL (x5u)", (on) =>
    resigned(on, () => ({ x5u: `http://127.0.0.1:${on.canaryPort}/x.pem` })),
  ),
  forgery("an attacker's key with the original kid", (on) => resigned(on, () => ({}))),
  forgery("crit", (on) => forged(on, { header: { crit: ["b64"], b64: false } })),
  forgery("another typ", (on) => forged(on, { header: { typ: "JWT" } })),
  forgery("another issuer", (on) => forged(on, { claims: { iss: "https://evil.example" } })),
  forgery("another audience", (on) => forged(on, { claims: { aud: "evil" } })),
  forgery("a bit of the signature changed", (on) => forged(on, { signature: changed(on.token.split(".")[2] ?? "") })),
  forgery("no signature", (on) => forged(on, { signature: "" })),
  forgery("9,000 characters of signature", (on) => forged(on, { signature: "A".repeat(9_000) })),
  forgery("claims that are an array", (on) => `${on.token.split(".")[0]}.${encoded([])}.${on.token.split(".")[2]}`),
  forgery(
    "claims of 3,000 nested arrays",
    (on) => `${on.token.split(".")[0]}.${Buffer.from("[".repeat(3_000)).toString("base64url")}.x`,
  ),
  forgery(
    "__proto__ in the claims",
    (on) => `${on.token.split(".")[0]}.${Buffer.from('{"__proto__":{"org":"x"}}').toString("base64url")}.x`,
  ),
  forgery("two dots", () => ".."),
  forgery("an encrypted token", () => "a.b.c.d.e"),
];
