/**
 * Form of the credentials, for whoever issues them and whoever checks them. An API key is `svc_pk_`, 43 base62 digits of
 * 32 random bytes and 6 base62 digits of a CRC-32 over all before them, so that a mistyped key is seen without a look-up.
 */
export const apiKeyPrefix = "svc_pk_";
/** Random bytes that a key is made of. */
export const apiKeyBytes = 32;

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const randomDigits = 43;
const checkDigits = 6;
const form = new RegExp(`^${apiKeyPrefix}[0-9A-Za-z]{${randomDigits + checkDigits}}$`);

/** @throws RangeError when there are not exactly 32 bytes */
export function apiKeyOf(random: Uint8Array): string {
  if (random.length !== apiKeyBytes) throw new RangeError(`an API key is made of ${apiKeyBytes} random bytes`);
  let number = 0n;
  for (const byte of random) number = number * 256n + BigInt(byte);
  const body = apiKeyPrefix + base62(number);
  return body + checksum(body);
}

/** Whether a text has the form of a key and its checksum is right; says nothing about whether the key exists. */
export function isApiKey(text: string): boolean {
  if (!form.test(text)) return false;
  const body = text.slice(0, -checkDigits);
  return text.slice(-checkDigits) === checksum(body);
}

/** What may be shown of a key after its creation: prefix and last four digits. */
export const apiKeyHint = (key: string): string => `${apiKeyPrefix}…${key.slice(-4)}`;

function base62(value: bigint): string {
  let rest = value;
  let text = "";
  for (let at = 0; at < randomDigits; at++) {
    text = digits.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
}

function checksum(body: string): string {
  let rest = crc32(body);
  let text = "";
  for (let at = 0; at < checkDigits; at++) {
    text = digits.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xed_b8_83_20 : value >>> 1;
  return value;
});
/** CRC-32 (ISO-HDLC) of ASCII text. */
function crc32(text: string): number {
  let crc = 0xff_ff_ff_ff;
  for (let at = 0; at < text.length; at++) crc = (crcTable[(crc ^ text.charCodeAt(at)) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xff_ff_ff_ff) >>> 0;
}

/** What every session token of ours says of itself, and what gateways insist on. */
export const sessionToken = { algorithm: "EdDSA", type: "at+jwt", issuer: "plat", audience: "plat" } as const;
