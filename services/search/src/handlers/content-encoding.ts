import { representationETag } from "@plat/kit";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

export type Encoding = "br" | "gzip" | "identity";
export interface Representation {
  bytes: Uint8Array;
  etag: string;
}

/** JSON below this size is not worth compressing; bytes. */
const worthwhile = 1024;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** The best of br, gzip and plain that an `Accept-Encoding` field takes (RFC 9110 12.5.3). */
export function chooseEncoding(field: string | undefined): Encoding {
  if (field === undefined) return "identity";
  const weights = new Map<string, number>();
  for (const part of field.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim());
    const q = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    weights.set(name === "x-gzip" ? "gzip" : name, q === undefined ? 1 : Number(q) || 0);
  }
  const weight = (name: string): number => weights.get(name) ?? weights.get("*") ?? 0;
  const br = weight("br");
  const gz = weight("gzip");
  if (br > 0 && br >= gz) return "br";
  return gz > 0 ? "gzip" : "identity";
}

/** One answer in all encodings, each made once, when first asked for. */
export class Encoded {
  readonly json: string;
  readonly #plain: Buffer;
  readonly #made = new Map<Encoding, Promise<Representation>>();

  constructor(json: string) {
    this.json = json;
    this.#plain = Buffer.from(json);
  }

  /** `identity` when the answer is too small to be compressed. */
  fit(wanted: Encoding): Encoding {
    return this.#plain.length < worthwhile ? "identity" : wanted;
  }

  as(encoding: Encoding): Promise<Representation> {
    const known = this.#made.get(encoding);
    if (known !== undefined) return known;
    const made = this.#make(encoding);
    this.#made.set(encoding, made);
    return made;
  }

  async #make(encoding: Encoding): Promise<Representation> {
    const bytes = await compress(this.#plain, encoding);
    // Counts have no version of their own; the hash alone tells two answers apart, the same on every instance.
    return { bytes, etag: representationETag(0, bytes) };
  }
}

function compress(plain: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === "identity") return Promise.resolve(plain);
  if (encoding === "gzip") return zip(plain);
  return brotli(plain, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
  });
}
