import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { queueOf } from "./bounded-queue.ts";

/** OWASP's second recommendation for argon2id: 19 MiB, two passes, one lane. */
const memory = 19_456;
const passes = 2;
const parallelism = 1;
const tagLength = 32;

/** Each hash takes 19 MiB and one thread of the pool's four, which name look-ups and files need too. */
const inTurn = queueOf({ atOnce: 2, waitingMax: 64 });

interface Parameters {
  memory: number;
  passes: number;
  parallelism: number;
  tagLength: number;
}
const derive = (
  password: string,
  nonce: Buffer,
  parameters: Parameters,
  signal: AbortSignal | undefined,
): Promise<Buffer> =>
  inTurn(
    () =>
      new Promise((resolve, reject) => {
        argon2("argon2id", { message: password.normalize("NFC"), nonce, ...parameters }, (error, tag) =>
          error === null ? resolve(tag) : reject(error),
        );
      }),
    signal,
  );

const unpadded = (bytes: Buffer): string => bytes.toString("base64").replaceAll("=", "");

/**
 * A PHC string that holds salt and parameters.
 * @throws AppError `unavailable` when too many wait, `timeout` when the signal was aborted before its turn came
 */
export async function hashPassword(password: string, signal?: AbortSignal): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive(password, nonce, { memory, passes, parallelism, tagLength }, signal);
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`;
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/**
 * Compares in constant time. Without a hash it takes as long and is false, so that time tells nothing.
 * @throws AppError as `hashPassword`
 */
export async function verifyPassword(password: string, hash: string | null, signal?: AbortSignal): Promise<boolean> {
  const parts = phc.exec(hash ?? "");
  if (parts === null) {
    await derive(password, randomBytes(16), { memory, passes, parallelism, tagLength }, signal);
    return false;
  }
  const [, m, t, p, salt = "", expected = ""] = parts;
  const wanted = Buffer.from(expected, "base64");
  const parameters = { memory: Number(m), passes: Number(t), parallelism: Number(p), tagLength: wanted.length };
  const tag = await derive(password, Buffer.from(salt, "base64"), parameters, signal);
  return timingSafeEqual(tag, wanted);
}
