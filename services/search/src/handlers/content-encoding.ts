import { representationETag } from "@plat/kit";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

export type Encoding = "br" | "gzip" | "identity";
export interface Representation {
  bytes: Uint8Array;
  etag: string;
}

/** Minimum size in bytes of JSON to compress. */
const compressionThreshold = 1024;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Chooses among br, gzip and identity by an `Accept-Encoding` header (RFC 9110, section 12.5.3). */
export function chooseEncoding(field: string | undefined): Encoding {
  if (field === undefined) return "identity";
  const weights = new Map<string, number>();
  for (const part of field.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim());
    const q = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    weights.set(name === "x-gzip" ? "gzip" : name, q === undefined ? 1 : Number(q) || 0);
  }
  const qualityOf = (name: string): number => weights.get(name) ?? weights.get("*") ?? 0;
  const br = qualityOf("br");
  const gz = qualityOf("gzip");
  if (br > 0 && br >= gz) return "br";
  return gz > 0 ? "gzip" : "identity";
}

/** A JSON body with its encoded representations. Each is created once, on first use. */
export class EncodedJson {
  readonly json: string;
  readonly #plain: Buffer;
  readonly #representations = new Map<Encoding, Promise<Representation>>();

  constructor(json: string) {
    this.json = json;
    this.#plain = Buffer.from(json);
  }

  /** The encoding to use: `identity` if the body is too small to compress. */
  effectiveEncoding(accepted: Encoding): Encoding {
    return this.#plain.length < compressionThreshold ? "identity" : accepted;
  }

  representation(encoding: Encoding): Promise<Representation> {
    const existing = this.#representations.get(encoding);
    if (existing !== undefined) return existing;
    const created = this.#encode(encoding);
    this.#representations.set(encoding, created);
    return created;
  }

  async #encode(encoding: Encoding): Promise<Representation> {
    const bytes = await compress(this.#plain, encoding);
    // Counts have no version: the ETag is a hash of the body, which is the same on every instance.
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
