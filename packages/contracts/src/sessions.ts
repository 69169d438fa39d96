import { z } from "zod";
import { scope } from "./api-keys.ts";
import { email, instant, name, text, uuid } from "./primitives.ts";

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
  window: z.int().describe("Length of the window in seconds."),
  reset: z.int().describe("Seconds until more requests are allowed."),
});
export const whoami = z.object({
  kind: z.enum(["api_key", "session"]),
  organization: sessionOrganization,
  user: user.optional(),
  key: z.object({ id: uuid, name: z.string(), hint: z.string() }).optional(),
  scopes: z.array(scope),
  quota: z.array(quotaWindow),
});
