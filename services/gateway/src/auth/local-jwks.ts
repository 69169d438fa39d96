import { keysContract } from "@plat/contracts";
import { newId, type RpcClient } from "@plat/kit";
import { createLocalJWKSet, errors, type JWTVerifyGetKey } from "jose";

/** Milliseconds between a load of the key set and the next one that an unknown `kid` may cause. */
const cooldownDuration = 1_000;
/** Milliseconds after which the key set is reloaded in the background, to notice withdrawn keys. */
const cacheMaxAge = 60_000;
type KeySet = ReturnType<typeof createLocalJWKSet>;

/**
 * The public keys of the keys service, as jose's `createRemoteJWKSet` over RPC instead of HTTP. They are loaded on first
 * use, when a token names an unknown `kid`, and when they are older than `cacheMaxAge`. An old key set is used while
 * it is being reloaded, and for as long as the keys service is unavailable.
 * @param now milliseconds since 1970
 */
export function localJwks(rpc: Pick<RpcClient, "call">, now: () => number): JWTVerifyGetKey {
  let keys: KeySet | undefined;
  let loadedAt = Number.NEGATIVE_INFINITY;
  let loading: Promise<KeySet> | undefined;
  const load = (): Promise<KeySet> => {
    loading ??= (async () => {
      const jwks = await rpc.call(keysContract.publicKeys, {}, { requestId: newId() });
      keys = createLocalJWKSet(jwks);
      loadedAt = now();
      return keys;
    })().finally(() => {
      loading = undefined;
    });
    return loading;
  };
  return async (header, token) => {
    const current = keys ?? (await load());
    if (now() - loadedAt > cacheMaxAge) load().catch(() => undefined);
    try {
      return await current(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || now() - loadedAt < cooldownDuration) throw error;
      const reloaded = await load();
      return reloaded(header, token);
    }
  };
}
