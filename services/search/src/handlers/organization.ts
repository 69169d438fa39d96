import { AppError, type Caller } from "@plat/contracts";

/** The caller's organization. @throws AppError `missing_credentials` */
export function organizationOf(caller: Caller): string {
  if (caller.kind === "api_key" || caller.kind === "session") return caller.organizationId;
  throw new AppError("missing_credentials", "This request requires credentials.");
}
