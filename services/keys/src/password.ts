import { argon2, randomBytes, timingSafeEqual } from "node:crypto";

/** OWASP's second recommendation for argon2id: 19 MiB, two passes, one lane. */
const memory = 19_456;
const passes = 2;
const parallelism = 1;
const tagLength = 32;

/** Each hash takes 19 MiB and a thread of the pool; more at once would only wait there, holding memory. */
const atOnce = 4;
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  }
}

interface Parameters {
  memory: number;
  passes: number;
  parallelism: number;
  tagLength: number;
}
const derive = (password: string, nonce: Buffer, parameters: Parameters): Promise<Buffer> =>
  inTurn(
    () =>
      new Promise((resolve, reject) => {
        argon2("argon2id", { message: password.normalize("NFC"), nonce, ...parameters }, (error, tag) =>
          error === null ? resolve(tag) : reject(error),
        );
      }),
  );

const unpadded = (bytes: Buffer): string => bytes.toString("base64").replaceAll("=", "");

/** A PHC string that holds salt and parameters. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive(password, nonce, { memory, passes, parallelism, tagLength });
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`;
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Compares in constant time. Without a hash it takes as long and is false, so that time tells nothing. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const parts = phc.exec(hash ?? "");
  if (parts === null) {
    await derive(password, randomBytes(16), { memory, passes, parallelism, tagLength });
    return false;
  }
  const [, m, t, p, salt = "", expected = ""] = parts;
  const wanted = Buffer.from(expected, "base64");
  const tag = await derive(password, Buffer.from(salt, "base64"), {
    memory: Number(m),
    passes: Number(t),
    parallelism: Number(p),
    tagLength: wanted.length,
  });
  return timingSafeEqual(tag, wanted);
}
