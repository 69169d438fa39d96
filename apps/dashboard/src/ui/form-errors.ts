import { PlatError } from "@plat/client";
import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";

/** What is wrong with a body's member, by its JSON pointer, or with an entry of its list. */
export function fieldError(error: unknown, pointer: string): string | undefined {
  if (!(error instanceof PlatError)) return undefined;
  const own = error.errors.find((each) => each.pointer === pointer);
  if (own !== undefined) return own.detail;
  const inner = error.errors.find((each) => isWithin(each.pointer, pointer));
  const [entry = ""] = inner?.pointer?.slice(pointer.length + 1).split("/") ?? [];
  return inner && (/^\d+$/.test(entry) ? `number ${Number(entry) + 1} ${inner.detail}` : inner.detail);
}

const isWithin = (inner: string | undefined, pointer: string): boolean => inner?.startsWith(`${pointer}/`) === true;

/** Whether an error is about nothing but members that stand on a form, which then shows it beside them. */
export const isAllNamed = (error: unknown, pointers: readonly string[]): boolean =>
  error instanceof PlatError &&
  error.errors.length > 0 &&
  error.errors.every(({ pointer: inner }) => pointers.some((each) => inner === each || isWithin(inner, each)));

/** Leads to the first field of a form that is wrong. */
export function useFirstWrong(form: RefObject<HTMLFormElement | null>, error: unknown): void {
  useEffect(() => {
    if (error !== undefined) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);
}
