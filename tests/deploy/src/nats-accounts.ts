import { nkeys } from "@nats-io/nats-core";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A NATS server in operator mode, as providers run it: an operator signs accounts, which sign users. */
export interface NatsAccounts {
  /** Configuration of the server, with TLS. */
  configFile: string;
  /** Writes a credentials file for a user of Plat's account, or of an account that the server does not know. */
  credentials(user: string, account?: "known" | "unknown"): Promise<string>;
}

type Pair = ReturnType<typeof nkeys.createAccount>;
const part = (value: string | Uint8Array | object): string =>
  Buffer.from(typeof value === "string" || value instanceof Uint8Array ? value : JSON.stringify(value)).toString(
    "base64url",
  );

/** A claim about `subject`, signed by `issuer`, in NATS's JWT format. */
function claim(issuer: Pair, subject: Pair, name: string, nats: object): string {
  const who = { iss: issuer.getPublicKey(), sub: subject.getPublicKey() };
  const body = { jti: `${name}-${who.sub}`, iat: Math.floor(Date.now() / 1000), name, ...who, nats };
  const text = `${part({ typ: "JWT", alg: "ed25519-nkey" })}.${part(body)}`;
  return `${text}.${part(issuer.sign(Buffer.from(text)))}`;
}

const unlimited = { subs: -1, data: -1, payload: -1 };
const accountLimits = { ...unlimited, imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 };
const storage = { mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 };

/** @param tls paths of the server's certificate and key */
export async function makeNatsAccounts(folder: string, tls: { cert: string; key: string }): Promise<NatsAccounts> {
  const operator = nkeys.createOperator();
  const [system, known, unknown] = [nkeys.createAccount(), nkeys.createAccount(), nkeys.createAccount()];
  const account = (pair: Pair, name: string, limits: object): string =>
    claim(operator, pair, name, { type: "account", version: 2, limits });
  const configFile = join(folder, "accounts.conf");
  const lines = [
    `operator: ${claim(operator, operator, "operator", { type: "operator", version: 2 })}`,
    `system_account: ${system.getPublicKey()}`,
    "resolver: MEMORY",
    "resolver_preload: {",
    `  ${system.getPublicKey()}: ${account(system, "system", accountLimits)}`,
    `  ${known.getPublicKey()}: ${account(known, "plat", { ...accountLimits, ...storage })}`,
    "}",
    `tls { cert_file: ${JSON.stringify(tls.cert)}, key_file: ${JSON.stringify(tls.key)}, timeout: 5 }`,
  ];
  await writeFile(configFile, `${lines.join("\n")}\n`);
  return {
    configFile,
    async credentials(user, of = "known") {
      const pair = nkeys.createUser();
      const jwt = claim(of === "known" ? known : unknown, pair, user, { type: "user", version: 2, ...unlimited });
      const section = (title: string, text: string): string =>
        `-----BEGIN ${title}-----\n${text}\n------END ${title}------\n`;
      const file = join(folder, `${user}-${of}.creds`);
      const seed = new TextDecoder().decode(pair.getSeed());
      await writeFile(file, `${section("NATS USER JWT", jwt)}\n${section("USER NKEY SEED", seed)}`, { mode: 0o600 });
      return file;
    },
  };
}
