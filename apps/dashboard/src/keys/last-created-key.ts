import type { ApiKeyCreated } from "@plat/client";
import { session } from "../api.ts";
import { createStore } from "../store.ts";

/** The key that was made last in this tab. Kept in memory alone: after a reload nobody sees it again. */
export const newKey = createStore<ApiKeyCreated | undefined>(undefined);
// Whoever signs in next in this tab is somebody else.
session.subscribe(() => {
  if (session.get() === undefined) newKey.set(undefined);
});
