import { Plat, type RateLimit, type Session, type SessionStore, type Whoami } from "@plat/client";
import { createStore } from "./store.ts";
import { storage } from "./local-storage.ts";
import { isUnsaved } from "./unsaved-changes.ts";

/** Address of the service: the page lies one step below it. */
export const serviceUrl = new URL("..", location.href.split(/[?#]/)[0]).href.replace(/\/$/, "");

function readSession(): Session | undefined {
  const kept = storage.read("session") as Session | undefined;
  return typeof kept?.token === "string" && Date.parse(kept.expiresAt) > Date.now() ? kept : undefined;
}

export const session = createStore<Session | undefined>(readSession());
// Signing in or out in one tab does so in all.
addEventListener("storage", (event) => {
  if (event.key !== "plat.session") return;
  const next = readSession();
  // What was typed here outlives a sign-out there.
  hasEnded.set(next === undefined && session.get() !== undefined && isUnsaved());
  session.set(next);
});

/** Whether the session ended without anybody having signed out here. */
export const hasEnded = createStore(false);

const sessionStore: SessionStore = {
  load: () => session.get(),
  save(next) {
    hasEnded.set(next === undefined && session.get() !== undefined && !isLeaving);
    storage.write("session", next);
    session.set(next);
  },
};
export const keepSession = (next: Session | undefined): void => sessionStore.save(next);

/** The organization that is signed in has another name now. */
export function renamed(name: string): void {
  const current = session.get();
  if (current === undefined || current.organization.name === name) return;
  sessionStore.save({ ...current, organization: { ...current.organization, name } });
}

/** What is left of the listings quota, by window; empty where there is none. */
export const rateLimits = createStore<readonly RateLimit[]>([]);
/** Limits of those windows. */
export const quota = createStore<Whoami["quota"]>([]);

session.subscribe(() => {
  if (session.get() !== undefined) return;
  rateLimits.set([]);
  quota.set([]);
});

const managementPrefix = "management-";

/** Long waits are shown with a countdown instead of a page that seems to hang. */
const shortWaitMs = 2_000;
/** What a person waits for is tried once more and no oftener: each attempt can take as long as its endpoint may. */
const retries = 1;
export const plat = new Plat({
  baseUrl: serviceUrl,
  session: sessionStore,
  retries,
  retryAfterMaxMs: shortWaitMs,
  onAnswer: (answer) => {
    const listings = answer.rateLimits.filter(({ policy }) => !policy.startsWith(managementPrefix));
    if (listings.length > 0) rateLimits.set(listings);
  },
});

let isLeaving = false;
export async function signOut(): Promise<void> {
  isLeaving = true;
  try {
    await plat.signOut();
  } finally {
    isLeaving = false;
  }
}

/** For long work in the background, which waits for the quota however long that takes. */
export const patientPlat = new Plat({
  baseUrl: serviceUrl,
  session: sessionStore,
  retries: 50,
  retryAfterMaxMs: 3_600_000,
  timeoutMs: 60_000,
});

/** Who is signed in; also fills the quota that the page shows. */
export async function lookAtMe(signal?: AbortSignal): Promise<Whoami> {
  const me = await plat.whoami({ signal });
  quota.set(me.quota);
  rateLimits.set(me.quota.map(({ policy, remaining, reset }) => ({ policy, remaining, resetSeconds: reset })));
  return me;
}

/** What the operator has set for the page. */
export interface DashboardConfig {
  /** Address of map tiles with {z}, {x} and {y}; without it the map has none. */
  tileUrl: string | null;
  tileAttribution: string | null;
  /** Outside issuer of sessions: then there are no passwords. */
  issuer: string | null;
}
const plainConfig: DashboardConfig = { tileUrl: null, tileAttribution: null, issuer: null };

export const config = createStore<DashboardConfig | undefined>(undefined);
export async function loadConfig(): Promise<void> {
  try {
    const response = await fetch("config.json");
    config.set(
      response.ok ? { ...plainConfig, ...((await response.json()) as Partial<DashboardConfig>) } : plainConfig,
    );
  } catch {
    config.set(plainConfig);
  }
}
