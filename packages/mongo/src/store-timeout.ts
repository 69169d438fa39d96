import { AppError } from "@plat/contracts";
import { livenessProbe, TimeoutError, withTimeout } from "./timeout.ts";
import { isStoreUnavailable } from "./store-unavailable.ts";

/** Interval in milliseconds between two heartbeats of the driver. MongoDB responds to them even under high load. */
export const driverHeartbeatMs = 500;
/** Liveness of MongoDB: unresponsive after 1.2 s without a heartbeat. */
export const storeLiveness = livenessProbe(1_200);

/** Less than the shortest timeout of an endpoint, so that clients learn that the store is the cause. */
const defaultTimeoutMs = 4_000;

/**
 * Runs a call to MongoDB with a timeout, and converts timeouts and connection errors to `unavailable`. The driver's own
 * timeouts are not sufficient: if a connection breaks at the wrong moment, a query waits for the much longer socket
 * timeout. Other errors are passed on unchanged.
 * @param timeoutMs milliseconds for the call, including the wait for a connection
 * @throws AppError `unavailable`, and other errors of the call
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
