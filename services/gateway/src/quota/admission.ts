import type { RateWindow } from "@plat/kit";
import type { RateLimiterRes } from "rate-limiter-flexible";

/** Input of the admission script. All Redis keys of one check share a hash tag. */
export interface AdmissionCheck {
  /** Redis key of the credential's record. Absent for anonymous requests: then no credential is checked. */
  record?: string;
  /** Set that lists API keys with new usage totals, and the member to add. Absent: the use is not counted. */
  used?: { set: string; member: string };
  /** Redis key of the sliding log: the times of accepted requests. */
  accepted: string;
  windows: readonly RateWindow[];
  /** Whether the request consumes quota. False only reads the state. */
  consume: boolean;
}

/** Output of the admission script. */
export interface AdmissionResult {
  state: "ok" | "limited" | "missing" | "revoked" | "expired";
  id: string;
  organizationId: string;
  /** Comma-separated. */
  scopes: string;
  /** Seconds until a rejected request would be accepted, rounded up. */
  retryAfter: number;
  /** State of each window, in the order of `AdmissionCheck.windows`. */
  windows: RateLimiterRes[];
}
