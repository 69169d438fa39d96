import type { FieldError } from "@plat/contracts";

const header = (name: string, detail: string): FieldError => ({ in: "header", name, detail });
const body = (detail: string): FieldError => ({ in: "body", pointer: "", detail });
const requestLine = (detail: string): FieldError => ({ in: "path", name: "request line", detail });

/** What Node's HTTP parser says, by the part of the request that it stopped at. */
const places: Readonly<Record<string, FieldError>> = {
  HPE_INVALID_CONTENT_LENGTH: header("content-length", "must be one whole number"),
  HPE_UNEXPECTED_CONTENT_LENGTH: header("content-length", "must be given once, and not beside Transfer-Encoding"),
  HPE_INVALID_TRANSFER_ENCODING: header("transfer-encoding", "must be chunked, and not beside Content-Length"),
  HPE_INVALID_CHUNK_SIZE: body("has a chunk that is not framed as chunks are"),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: body("has chunk extensions that are too large"),
  HPE_INVALID_EOF_STATE: body("ended before the request was whole"),
  HPE_INVALID_METHOD: requestLine("has no method of HTTP/1.1"),
  HPE_INVALID_URL: requestLine("has no valid target"),
  HPE_INVALID_CONSTANT: requestLine("is not as HTTP/1.1 has it"),
  HPE_INVALID_VERSION: requestLine("must end in HTTP/1.1 or HTTP/1.0"),
  HPE_PAUSED_H2_UPGRADE: requestLine("must end in HTTP/1.1 or HTTP/1.0"),
};

/** What is wrong with a request that could not be parsed. @param code of the parser's error */
export const malformed = (code: string | undefined): FieldError =>
  places[code ?? ""] ?? header("headers", "are not well-formed as HTTP/1.1 has them");
