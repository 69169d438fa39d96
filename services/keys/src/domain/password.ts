import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { boundedQueue } from "./bounded-queue.ts";

/** Second configuration for argon2id in the OWASP password storage cheat sheet: 19 MiB, two passes, one lane. */
const memory = 19_456;
const passes = 2;
const parallelism = 1;
const tagLength = 32;

/** Each hash occupies 19 MiB and one of the four threads of libuv's pool, which DNS and file access need too. */
const enqueue = boundedQueue({ concurrency: 2, maxQueued: 64 });

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
  enqueue(
    () =>
      new Promise((resolve, reject) => {
        argon2("argon2id", { message: password.normalize("NFC"), nonce, ...parameters }, (error, tag) =>
          error === null ? resolve(tag) : reject(error),
        );
      }),
    signal,
  );

const base64WithoutPadding = (bytes: Buffer): string => bytes.toString("base64").replaceAll("=", "");

/**
 * Hashes a password with argon2id.
 * @returns a PHC string, which contains salt and parameters
 * @throws AppError `unavailable` if too many hashes are queued, `timeout` if the signal was aborted while queued
 */
export async function hashPassword(password: string, signal?: AbortSignal): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive(password, nonce, { memory, passes, parallelism, tagLength }, signal);
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64WithoutPadding(nonce)}$${base64WithoutPadding(tag)}`;
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/**
 * Whether a password matches a PHC string, compared in constant time. Without a hash the call takes as long and returns
 * false, so that the response time does not reveal whether an account exists.
 * @throws AppError as `hashPassword` does
 */
export async function verifyPassword(password: string, hash: string | null, signal?: AbortSignal): Promise<boolean> {
  const parts = phc.exec(hash ?? "");
  if (parts === null) {
    await derive(password, randomBytes(16), { memory, passes, parallelism, tagLength }, signal);
    return false;
  }
  const [, m, t, p, salt = "", digest = ""] = parts;
  const expected = Buffer.from(digest, "base64");
  const parameters = { memory: Number(m), passes: Number(t), parallelism: Number(p), tagLength: expected.length };
  const tag = await derive(password, Buffer.from(salt, "base64"), parameters, signal);
  return timingSafeEqual(tag, expected);
}
