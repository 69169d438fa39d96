import { createStore } from "./store.ts";
import { storage } from "./local-storage.ts";

export type Theme = "system" | "light" | "dark";
const themes: readonly Theme[] = ["system", "light", "dark"];

const kept = storage.read("theme");
export const theme = createStore<Theme>(themes.find((each) => each === kept) ?? "system");

/** `system` leaves the choice to the media query. */
export function applyTheme(): void {
  const chosen = theme.get();
  if (chosen === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = chosen;
}

export function chooseTheme(next: Theme): void {
  theme.set(next);
  storage.write("theme", next === "system" ? undefined : next);
  applyTheme();
}
