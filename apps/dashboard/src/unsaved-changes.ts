import { useLayoutEffect, useRef } from "preact/hooks";
import { createStore } from "./store.ts";

type Check = () => boolean;
const checks = new Set<Check>();

/** Whether something on the page would be lost by leaving it. */
export const isUnsaved = (): boolean => [...checks].some((check) => check());

/** The browser asks in its own words before it closes or reloads the page. */
const askFirst = (event: Event): void => {
  if (isUnsaved()) event.preventDefault();
};

function watch(check: Check): () => void {
  // Only while there is something to ask about: some browsers keep no page in memory that listens to this.
  if (checks.size === 0) addEventListener("beforeunload", askFirst);
  checks.add(check);
  return () => {
    checks.delete(check);
    if (checks.size === 0) removeEventListener("beforeunload", askFirst);
  };
}

/**
 * Has the page ask before it is left while `check` says that something would be lost.
 * @returns to be called once it is saved, before the page goes elsewhere by itself
 */
export function useUnsaved(check: Check): () => void {
  const last = useRef(check);
  last.current = check;
  const isSaved = useRef(false);
  // Gone with the page, not a moment later: a step back at once would be asked about for a page that is left.
  useLayoutEffect(() => watch(() => !isSaved.current && last.current()), []);
  return () => {
    isSaved.current = true;
  };
}

/** Asked before something that would lose what was typed. */
export interface Question {
  onLeave: () => void;
  onStay: () => void;
}
export const question = createStore<Question | undefined>(undefined);

/** Does it at once, or after somebody has said that what was typed may be lost. */
export function leaveOrAsk(onLeave: () => void, onStay: () => void = () => undefined): void {
  if (isUnsaved()) question.set({ onLeave, onStay });
  else onLeave();
}
