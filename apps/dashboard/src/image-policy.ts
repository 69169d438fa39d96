import { createStore } from "./store.ts";
import { storage } from "./local-storage.ts";

const fromElsewhere = createStore(storage.read("pictures") === true);

/** Whether pictures may be loaded from hosts other than the page's own. Off until somebody wants it. */
export const pictures = {
  fromElsewhere,
  choose(isOn: boolean): void {
    fromElsewhere.set(isOn);
    storage.write("pictures", isOn ? true : undefined);
  },
};

/** Host of a picture when it is another than the page's own. */
export function foreignHost(url: string): string | undefined {
  const parsed = URL.parse(url, location.href);
  if (parsed === null) return "";
  return parsed.origin === location.origin ? undefined : parsed.host;
}
