import { useLayoutEffect, useRef } from "preact/hooks";
import { createStore } from "./store.ts";

type Check = () => boolean;
const unsavedChecks = new Set<Check>();

/** True if leaving the page would lose input. */
export const hasUnsavedChanges = (): boolean => [...unsavedChecks].some((check) => check());

/** Makes the browser ask for confirmation before it closes or reloads the page. */
const preventUnload = (event: Event): void => {
  if (hasUnsavedChanges()) event.preventDefault();
};

function addCheck(check: Check): () => void {
  // Registered only while a check exists: some browsers exclude pages with this listener from the back/forward cache.
  if (unsavedChecks.size === 0) addEventListener("beforeunload", preventUnload);
  unsavedChecks.add(check);
  return () => {
    unsavedChecks.delete(check);
    if (unsavedChecks.size === 0) removeEventListener("beforeunload", preventUnload);
  };
}

/**
 * Asks for confirmation before the page is left while `check` returns true.
 * @returns a function to call after a successful save, before the page navigates away
 */
export function useUnsavedChanges(check: Check): () => void {
  const last = useRef(check);
  last.current = check;
  const isSaved = useRef(false);
  // A layout effect removes the check synchronously on unmount. With `useEffect`, an immediate step back in the history
  // would still ask about the page that was left.
  useLayoutEffect(() => addCheck(() => !isSaved.current && last.current()), []);
  return () => {
    isSaved.current = true;
  };
}

/** A pending confirmation to discard unsaved changes. */
export interface LeavePrompt {
  onLeave: () => void;
  onStay: () => void;
}
export const leavePrompt = createStore<LeavePrompt | undefined>(undefined);

/** Calls `onLeave` immediately if nothing is unsaved. Otherwise asks first and calls `onLeave` or `onStay`. */
export function confirmLeave(onLeave: () => void, onStay: () => void = () => undefined): void {
  if (hasUnsavedChanges()) leavePrompt.set({ onLeave, onStay });
  else onLeave();
}
