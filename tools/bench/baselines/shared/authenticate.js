import { createHash } from "node:crypto";
import jwt from "jsonwebtoken";

const cacheSeconds = 60;

/**
 * Resolves the Authorization header: an API key, looked up by its hash (cached in Redis for a minute, otherwise read
 * from MongoDB) and counted, or a signed session. Undefined for other headers.
 */
export function createAuthenticator({ redis, ApiKey, jwtSecret }) {
  const findKey = async (hash) => {
    const cached = await redis.get(`apikey:${hash}`);
    if (cached !== null) return JSON.parse(cached);
    const found = await ApiKey.findOne({ hash }).lean();
    if (found !== null) await redis.set(`apikey:${hash}`, JSON.stringify(found), "EX", cacheSeconds);
    return found;
  };

  return async (header) => {
    const token = header?.startsWith("Bearer ") ? header.slice(7) : undefined;
    if (token === undefined) return undefined;
    if (!token.startsWith("svc_pk_")) {
      try {
        const { sub, org } = jwt.verify(token, jwtSecret, { algorithms: ["HS256"] });
        return { id: sub, organizationId: org, scopes: ["read", "write"] };
      } catch {
        return undefined;
      }
    }
    const key = await findKey(createHash("sha256").update(token).digest("hex"));
    if (key === null || key.revokedAt != null) return undefined;
    if (key.expiresAt != null && new Date(key.expiresAt) < new Date()) return undefined;
    redis.hincrby("usage", key._id, 1).catch((error) => console.error(error));
    return { id: key._id, organizationId: key.organizationId, scopes: key.scopes };
  };
}
