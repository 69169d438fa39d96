import { AppError } from "@plat/contracts";
import { livenessProbe, TimeoutError, withTimeout } from "./timeout.ts";
import { isStoreUnavailable } from "./store-unavailable.ts";

/** Milliseconds between the driver's heartbeats, which come from the store however busy it is. */
export const driverHeartbeatMs = 500;
/** After this silence a store that owes an answer counts as gone. */
export const storeLiveness = livenessProbe(1_200);

/** Milliseconds; below the shortest deadline of an endpoint, so that a store that hangs is told as such. */
const defaultTimeoutMs = 4_000;

/**
 * Runs a call to the store. One that is away, gone or too slow is `unavailable`; what is unknown stays as it is and
 * becomes a 500 without inner text. The time limit is here because the driver has none: a connection that was cut at the
 * wrong moment leaves a query without an answer until its socket's own, much longer limit.
 * @param timeoutMs milliseconds that it may take, waiting for a connection included
 * @throws AppError `unavailable`, and whatever the call throws
 */
export async function withStoreTimeout<T>(call: () => Promise<T>, timeoutMs = defaultTimeoutMs): Promise<T> {
  try {
    return await withTimeout(call, { timeoutMs, liveness: storeLiveness });
  } catch (error) {
    if (error instanceof TimeoutError || isStoreUnavailable(error))
      throw new AppError("unavailable", "The store cannot be reached.", { cause: error, retryAfter: 1 });
    throw error;
  }
}
