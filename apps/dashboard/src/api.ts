import { Plat, type RateLimit, type Session, type SessionStore, type Whoami } from "@plat/client";
import { createStore } from "./store.ts";
import { localStore } from "./local-storage.ts";
import { hasUnsavedChanges } from "./unsaved-changes.ts";

/** Base URL of the API, without a trailing slash. The dashboard is served one path segment below it. */
export const serviceUrl = new URL("..", location.href.split(/[?#]/)[0]).href.replace(/\/$/, "");

function readSession(): Session | undefined {
  const stored = localStore.read("session") as Session | undefined;
  return typeof stored?.token === "string" && Date.parse(stored.expiresAt) > Date.now() ? stored : undefined;
}

export const session = createStore<Session | undefined>(readSession());
// Signing in or out in one tab applies to all tabs.
addEventListener("storage", (event) => {
  if (event.key !== "plat.session") return;
  const next = readSession();
  // A tab with unsaved input treats a sign-out in another tab as an expired session, so that the input is retained.
  sessionExpired.set(next === undefined && session.get() !== undefined && hasUnsavedChanges());
  session.set(next);
});

/** True if the session ended although nobody signed out in this tab. */
export const sessionExpired = createStore(false);

const sessionStore: SessionStore = {
  load: () => session.get(),
  save(next) {
    sessionExpired.set(next === undefined && session.get() !== undefined && !isSigningOut);
    localStore.write("session", next);
    session.set(next);
  },
};
export const saveSession = (next: Session | undefined): void => sessionStore.save(next);

/** Updates the organization name in the stored session after a rename. */
export function updateOrganizationName(name: string): void {
  const current = session.get();
  if (current === undefined || current.organization.name === name) return;
  sessionStore.save({ ...current, organization: { ...current.organization, name } });
}

/** Remaining requests per window of the session's quota. Empty if the quota is off. */
export const rateLimits = createStore<readonly RateLimit[]>([]);
/** Limits of the same windows. */
export const quota = createStore<Whoami["quota"]>([]);

session.subscribe(() => {
  if (session.get() !== undefined) return;
  rateLimits.set([]);
  quota.set([]);
});

const managementPrefix = "management-";

/** Longest `Retry-After` that the client waits for silently, in ms. Longer waits are shown as a countdown. */
const maxSilentRetryMs = 2_000;
/** Interactive requests are retried once: each attempt can take up to the endpoint's timeout. */
const retries = 1;
export const plat = new Plat({
  baseUrl: serviceUrl,
  session: sessionStore,
  retries,
  retryAfterMaxMs: maxSilentRetryMs,
  onResponse: (response) => {
    const listings = response.rateLimits.filter(({ policy }) => !policy.startsWith(managementPrefix));
    if (listings.length > 0) rateLimits.set(listings);
  },
});

let isSigningOut = false;
export async function signOut(): Promise<void> {
  isSigningOut = true;
  try {
    await plat.signOut();
  } finally {
    isSigningOut = false;
  }
}

/** Client for long-running background work. It waits up to one hour for the quota before it retries. */
export const backgroundPlat = new Plat({
  baseUrl: serviceUrl,
  session: sessionStore,
  retries: 50,
  retryAfterMaxMs: 3_600_000,
  timeoutMs: 60_000,
});

/** Loads the signed-in identity and updates `quota` and `rateLimits`. */
export async function refreshQuota(signal?: AbortSignal): Promise<Whoami> {
  const me = await plat.whoami({ signal });
  quota.set(me.quota);
  rateLimits.set(me.quota.map(({ policy, remaining, reset }) => ({ policy, remaining, resetSeconds: reset })));
  return me;
}

/** Settings of the operator, read from `config.json`. */
export interface DashboardConfig {
  /** URL template of map tiles with {z}, {x} and {y}. `null`: the map shows a grid of coordinates. */
  tileUrl: string | null;
  tileAttribution: string | null;
  /** Issuer URL of an external identity provider. If set, password sign-in is not offered. */
  issuer: string | null;
}
const defaultConfig: DashboardConfig = { tileUrl: null, tileAttribution: null, issuer: null };

export const config = createStore<DashboardConfig | undefined>(undefined);
export async function loadConfig(): Promise<void> {
  try {
    const response = await fetch("config.json");
    config.set(
      response.ok ? { ...defaultConfig, ...((await response.json()) as Partial<DashboardConfig>) } : defaultConfig,
    );
  } catch {
    config.set(defaultConfig);
  }
}
