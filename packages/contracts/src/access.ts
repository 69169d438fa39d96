import { z } from "zod";
import { email, instant, name, text, uuid } from "./primitives.ts";

/** API keys. */
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
    .describe("Days, fractions allowed; without it the key does not expire"),
  scopes: z.array(scope).min(1).max(2).default(["read", "write"]),
});
export const createdKey = z.object({
  id: uuid,
  name: z.string(),
  key: z.string().describe("The whole key; shown this once"),
  status: z.literal("active"),
  scopes: z.array(scope),
  hint: z.string().describe("Prefix and last four characters, to tell keys apart"),
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
  usageCount: z.int().describe("Every request that authenticated with the key, refused ones too"),
  expiresAt: instant.nullable(),
  revokedAt: instant.nullable(),
});
export const keyRotate = z.object({
  graceHours: z
    .number()
    .min(0)
    .max(8760)
    .default(0)
    .describe("Hours that both keys work, fractions allowed; 0 revokes the old one at once"),
});
export const usageQuery = z.object({
  days: z.int().min(1).max(366).default(30).describe("How many days back, today included (UTC)"),
});
export const keyUsage = z.object({
  keyId: uuid,
  total: z.int(),
  data: z.array(
    z.object({
      date: z.iso.date().describe("Day in UTC"),
      total: z.int(),
      endpoints: z.array(z.object({ endpoint: z.string(), statusClass: z.string(), count: z.int() })),
    }),
  ),
});

/** Sign-up, sign-in and sessions. */
export const password = text(256, 8);
export const signUp = z.object({ organizationName: name(200), email, password });
export const signIn = z.object({ email, password: text(256, 1) });
export const user = z.object({ id: uuid, email: z.string().nullable() });
export const sessionOrganization = z.object({ id: uuid, name: z.string() });
export const session = z.object({
  token: z.string(),
  expiresAt: instant,
  user,
  organization: sessionOrganization,
});
export const passwordChange = z.object({ current: text(256, 1), next: password });
export const jwks = z.object({ keys: z.array(z.looseObject({ kty: z.string(), kid: z.string() })) });
export const quotaWindow = z.object({
  policy: z.string(),
  limit: z.int(),
  remaining: z.int(),
  window: z.int().describe("Seconds"),
  reset: z.int().describe("Seconds until more is allowed"),
});
export const whoami = z.object({
  kind: z.enum(["api_key", "session"]),
  organization: sessionOrganization,
  user: user.optional(),
  key: z.object({ id: uuid, name: z.string(), hint: z.string() }).optional(),
  scopes: z.array(scope),
  quota: z.array(quotaWindow),
});

/** What a gateway has to know of a key; comes from the keys service when Redis does not hold it. */
export const keyRecord = z.object({
  id: uuid,
  organizationId: uuid,
  scopes: z.array(scope),
  /** Milliseconds since 1970, or null. */
  expiresAt: z.int().nullable(),
  revokedAt: z.int().nullable(),
  /** Grows with every change, so that an old record never replaces a newer one. */
  version: z.int(),
});
export type KeyRecord = z.infer<typeof keyRecord>;
