import { PlatError } from "@plat/client";
import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";

/**
 * Returns the validation error of a member of the request body, or of an item in it.
 * @param pointer JSON pointer of the member
 */
export function fieldError(error: unknown, pointer: string): string | undefined {
  if (!(error instanceof PlatError)) return undefined;
  const own = error.errors.find((each) => each.pointer === pointer);
  if (own !== undefined) return own.detail;
  const inner = error.errors.find((each) => isWithin(each.pointer, pointer));
  const [entry = ""] = inner?.pointer?.slice(pointer.length + 1).split("/") ?? [];
  return inner && (/^\d+$/.test(entry) ? `Item ${Number(entry) + 1} ${inner.detail}` : inner.detail);
}

const isWithin = (inner: string | undefined, pointer: string): boolean => inner?.startsWith(`${pointer}/`) === true;

/** True if every validation error belongs to one of the given members, so that the form shows it next to the field. */
export const areAllFieldErrors = (error: unknown, pointers: readonly string[]): boolean =>
  error instanceof PlatError &&
  error.errors.length > 0 &&
  error.errors.every(({ pointer: inner }) => pointers.some((each) => inner === each || isWithin(inner, each)));

/** Focuses the first invalid field of a form when an error occurs. */
export function useFocusFirstInvalid(form: RefObject<HTMLFormElement | null>, error: unknown): void {
  useEffect(() => {
    if (error !== undefined) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);
}
