import type { ApiKeyCreated } from "@plat/client";
import { session } from "../api.ts";
import { createStore } from "../store.ts";

/** The API key that was created last in this tab. Stored in memory only: after a reload it cannot be shown again. */
export const lastCreatedKey = createStore<ApiKeyCreated | undefined>(undefined);
// The next user who signs in in this tab must not see the key.
session.subscribe(() => {
  if (session.get() === undefined) lastCreatedKey.set(undefined);
});
