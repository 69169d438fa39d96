export { type ErrorCode, isPlatError, ConnectionError, PlatError, UnexpectedResponseError } from "./errors.ts";
export type { ChangesOptions } from "./change-feed.ts";
export type * from "./generated/operations.ts";
export type * from "./generated/types.ts";
export { iterate } from "./pagination.ts";
export { Plat, type PlatOptions } from "./plat.ts";
export { memoryStore, type SessionStore } from "./session.ts";
export type {
  ResponseDetails,
  InterpretationOnly,
  Page,
  RateLimit,
  RequestOptions,
  Complete,
  CompleteSearchResult,
} from "./api-types.ts";
