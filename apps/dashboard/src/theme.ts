import { createStore } from "./store.ts";
import { localStore } from "./local-storage.ts";

export type Theme = "system" | "light" | "dark";
const themes: readonly Theme[] = ["system", "light", "dark"];

const stored = localStore.read("theme");
export const theme = createStore<Theme>(themes.find((each) => each === stored) ?? "system");

/** Applies the theme to the document. `system` leaves the choice to the media query. */
export function applyTheme(): void {
  const chosen = theme.get();
  if (chosen === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = chosen;
}

/** Applies a theme and stores it for the next visit. */
export function chooseTheme(next: Theme): void {
  theme.set(next);
  localStore.write("theme", next === "system" ? undefined : next);
  applyTheme();
}
