import type { FieldError } from "@plat/contracts";

const header = (name: string, detail: string): FieldError => ({ in: "header", name, detail });
const body = (detail: string): FieldError => ({ in: "body", pointer: "", detail });
const requestLine = (detail: string): FieldError => ({ in: "path", name: "request line", detail });

/** The invalid part of the request, by error code of Node's HTTP parser. */
const errorsByCode: Readonly<Record<string, FieldError>> = {
  HPE_INVALID_CONTENT_LENGTH: header("content-length", "must be one non-negative integer"),
  HPE_UNEXPECTED_CONTENT_LENGTH: header(
    "content-length",
    "must be given once, and not together with Transfer-Encoding",
  ),
  HPE_INVALID_TRANSFER_ENCODING: header("transfer-encoding", "must be chunked, and not together with Content-Length"),
  HPE_INVALID_CHUNK_SIZE: body("contains a malformed chunk"),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: body("contains chunk extensions that are too large"),
  HPE_INVALID_EOF_STATE: body("must be complete"),
  HPE_INVALID_METHOD: requestLine("must begin with an HTTP/1.1 method"),
  HPE_INVALID_URL: requestLine("must contain a valid request target"),
  HPE_INVALID_CONSTANT: requestLine("must conform to HTTP/1.1"),
  HPE_INVALID_VERSION: requestLine("must end with HTTP/1.1 or HTTP/1.0"),
  HPE_PAUSED_H2_UPGRADE: requestLine("must end with HTTP/1.1 or HTTP/1.0"),
};

/** Describes why a request could not be parsed. @param code error code of Node's HTTP parser */
export const parserError = (code: string | undefined): FieldError =>
  errorsByCode[code ?? ""] ?? header("headers", "must conform to HTTP/1.1");
