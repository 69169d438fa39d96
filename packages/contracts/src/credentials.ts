/*
 * Format of the credentials, shared by the service that issues them and the gateways that check them. An API key is
 * `svc_pk_`, followed by 32 random bytes as 43 base62 digits, followed by a CRC-32 of everything before it as 6 base62
 * digits. The checksum detects a mistyped key without a lookup.
 */

export const apiKeyPrefix = "svc_pk_";
/** Number of random bytes in a key. */
export const apiKeyBytes = 32;

const base62Digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const randomLength = 43;
const checksumLength = 6;
const keyPattern = new RegExp(`^${apiKeyPrefix}[0-9A-Za-z]{${randomLength + checksumLength}}$`);

/**
 * Encodes random bytes as an API key.
 * @param random exactly `apiKeyBytes` bytes from a secure random source
 * @throws RangeError if the number of bytes is different
 */
export function apiKeyOf(random: Uint8Array): string {
  if (random.length !== apiKeyBytes) throw new RangeError(`an API key needs exactly ${apiKeyBytes} random bytes`);
  let number = 0n;
  for (const byte of random) number = number * 256n + BigInt(byte);
  const body = apiKeyPrefix + base62(number);
  return body + checksum(body);
}

/** Whether the text has the format and the checksum of an API key. Does not check whether the key exists. */
export function isApiKey(text: string): boolean {
  if (!keyPattern.test(text)) return false;
  const body = text.slice(0, -checksumLength);
  return text.slice(-checksumLength) === checksum(body);
}

/** The part of a key that may be shown after its creation: the prefix and the last four characters. */
export const apiKeyHint = (key: string): string => `${apiKeyPrefix}…${key.slice(-4)}`;

function base62(value: bigint): string {
  let rest = value;
  let text = "";
  for (let at = 0; at < randomLength; at++) {
    text = base62Digits.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
}

function checksum(body: string): string {
  let rest = crc32(body);
  let text = "";
  for (let at = 0; at < checksumLength; at++) {
    text = base62Digits.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xed_b8_83_20 : value >>> 1;
  return value;
});
/** CRC-32 (ISO-HDLC) of an ASCII text, as an unsigned 32-bit integer. */
function crc32(text: string): number {
  let crc = 0xff_ff_ff_ff;
  for (let at = 0; at < text.length; at++) crc = (crcTable[(crc ^ text.charCodeAt(at)) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xff_ff_ff_ff) >>> 0;
}

/** Header and claims of every session token that the keys service issues. Gateways require these values. */
export const sessionToken = { algorithm: "EdDSA", type: "at+jwt", issuer: "plat", audience: "plat" } as const;
