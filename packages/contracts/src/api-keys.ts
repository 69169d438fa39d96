import { z } from "zod";
import { instant, name, uuid } from "./primitives.ts";

export const scope = z.enum(["read", "write"]);
export const keyStatus = z.enum(["active", "revoked", "expired"]);
export const keyCreate = z.object({
  name: name(100),
  expiresInDays: z
    .number()
    .gt(0)
    .max(3650)
    .nullable()
    .optional()
    .describe("Lifetime in days; fractions are allowed. Without it, the key does not expire."),
  scopes: z.array(scope).min(1).max(2).default(["read", "write"]),
});
export const createdKey = z.object({
  id: uuid,
  name: z.string(),
  key: z.string().describe("The full API key. This response is the only one that contains it."),
  status: z.literal("active"),
  scopes: z.array(scope),
  hint: z.string().describe("Prefix and last four characters, to identify the key."),
  createdAt: instant,
  expiresAt: instant.nullable(),
});
export const listedKey = z.object({
  id: uuid,
  name: z.string(),
  status: keyStatus,
  hint: z.string(),
  scopes: z.array(scope),
  createdAt: instant,
  createdBy: uuid.nullable(),
  lastUsedAt: instant.nullable(),
  usageCount: z.int().describe("Number of requests that authenticated with the key, including rejected ones."),
  expiresAt: instant.nullable(),
  revokedAt: instant.nullable(),
});
export const keyRotate = z.object({
  graceHours: z
    .number()
    .min(0)
    .max(8760)
    .default(0)
    .describe("Hours during which both keys are valid; fractions are allowed. `0` revokes the old key immediately."),
});
export const usageQuery = z.object({
  days: z.int().min(1).max(366).default(30).describe("Number of days to return, including today (UTC)."),
});
export const keyUsage = z.object({
  keyId: uuid,
  total: z.int(),
  data: z.array(
    z.object({
      date: z.iso.date().describe("Day in UTC."),
      total: z.int(),
      endpoints: z.array(z.object({ endpoint: z.string(), statusClass: z.string(), count: z.int() })),
    }),
  ),
});

/** What a gateway needs to know about a key. The keys service provides it when Redis does not have it. */
export const keyRecord = z.object({
  id: uuid,
  organizationId: uuid,
  scopes: z.array(scope),
  /** Milliseconds since 1970, or null. */
  expiresAt: z.int().nullable(),
  /** Milliseconds since 1970, or null. */
  revokedAt: z.int().nullable(),
  /** Increases with every change, so that an old record never replaces a newer one. */
  version: z.int(),
});
export type KeyRecord = z.infer<typeof keyRecord>;
