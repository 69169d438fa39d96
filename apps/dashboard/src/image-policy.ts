import { createStore } from "./store.ts";
import { localStore } from "./local-storage.ts";

const allowsOtherHosts = createStore(localStore.read("pictures") === true);

/** Whether images may be loaded from hosts other than the dashboard's own. Off by default for privacy. */
export const imagePolicy = {
  allowsOtherHosts,
  setAllowed(isAllowed: boolean): void {
    allowsOtherHosts.set(isAllowed);
    localStore.write("pictures", isAllowed ? true : undefined);
  },
};

/** Returns the host of an image URL on another origin, `""` for an invalid URL, and `undefined` for the own origin. */
export function otherHost(url: string): string | undefined {
  const parsed = URL.parse(url, location.href);
  if (parsed === null) return "";
  return parsed.origin === location.origin ? undefined : parsed.host;
}
