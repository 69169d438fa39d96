import { AppError } from "@plat/contracts";

export interface TenantSemaphoreOptions {
  /** Total weight of the jobs that each tenant may run concurrently. */
  capacity: number;
  /** Milliseconds that a job may wait in the queue. */
  timeoutMs: number;
}

/**
 * Runs a job as soon as its tenant has capacity for its weight. Tenants do not wait for each other (bulkhead). A weight
 * above the capacity counts as the capacity.
 * @throws AppError `quota_exceeded` if the job waited longer than the timeout, and any error of the job
 */
export type TenantSemaphore = <T>(tenant: string, weight: number, job: () => Promise<T>) => Promise<T>;

interface Waiter {
  weight: number;
  start: () => void;
}
interface TenantState {
  /** Total weight of the running jobs. */
  used: number;
  /** In order of arrival: small jobs do not overtake a large one, which could otherwise wait forever. */
  waiting: Set<Waiter>;
}

/** Creates a weighted semaphore per tenant. */
export function createTenantSemaphore({ capacity, timeoutMs }: TenantSemaphoreOptions): TenantSemaphore {
  const tenants = new Map<string, TenantState>();

  const admitWaiters = (name: string, tenant: TenantState): void => {
    for (const next of tenant.waiting) {
      if (tenant.used + next.weight > capacity) return;
      tenant.waiting.delete(next);
      tenant.used += next.weight;
      next.start();
    }
    if (tenant.used === 0) tenants.delete(name);
  };
  const acquire = (name: string, tenant: TenantState, weight: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const waiter: Waiter = {
        weight,
        start: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        tenant.waiting.delete(waiter);
        reject(tooManyConcurrentSearches());
        // A smaller job behind it may fit.
        admitWaiters(name, tenant);
      }, timeoutMs);
      tenant.waiting.add(waiter);
      admitWaiters(name, tenant);
    });

  return async (name, requested, job) => {
    const weight = Math.min(requested, capacity);
    const tenant = tenants.get(name) ?? { used: 0, waiting: new Set() };
    tenants.set(name, tenant);
    await acquire(name, tenant, weight);
    try {
      return await job();
    } finally {
      tenant.used -= weight;
      admitWaiters(name, tenant);
    }
  };
}

const tooManyConcurrentSearches = (): AppError =>
  new AppError("quota_exceeded", "This organization runs too many expensive searches concurrently.", {
    retryAfter: 1,
    extensions: { "violated-policies": ["concurrent-searches"] },
  });
