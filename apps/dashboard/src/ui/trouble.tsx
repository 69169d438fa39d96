import { isPlatError, ConnectionError, PlatError } from "@plat/client";
import type { RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";

/** What an error means for the person in front of the page. */
export function explain(error: unknown): { title: string; detail: string } {
  if (isPlatError(error, "quota_exceeded")) return { title: "The rate limit is reached", detail: error.detail };
  if (isPlatError(error, "not_found"))
    return { title: "There is no such thing", detail: "It was deleted, or it belongs to another organization." };
  if (error instanceof PlatError)
    return error.status >= 500
      ? { title: "Plat could not do it", detail: `${error.problem.title}. Request ${error.requestId}.` }
      : { title: error.problem.title, detail: error.detail };
  if (error instanceof ConnectionError)
    return { title: error.message, detail: "Check the connection, then try again." };
  return { title: "Something went wrong", detail: error instanceof Error ? error.message : String(error) };
}

interface TroubleProps {
  error: unknown;
  /** Tries again; done by itself when a rate limit has passed. */
  onRetry?: () => void;
}

/** What went wrong, and the way on. A rate limit counts down and then tries again. */
export function Trouble({ error, onRetry }: TroubleProps) {
  const waitMs = isPlatError(error, "quota_exceeded") ? (error.retryAfterMs ?? 1000) : undefined;
  const seconds = useCountdown(error, waitMs, onRetry);
  if (error === undefined) return null;
  const { title, detail } = explain(error);
  return (
    <div class="trouble" role="alert">
      <div>
        <strong>{title}</strong>
        <p>
          {detail}
          {seconds !== undefined && onRetry !== undefined && ` Going on in ${seconds} s.`}
        </p>
      </div>
      {onRetry !== undefined && seconds === undefined && (
        <button type="button" class="button small" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}

function useCountdown(error: unknown, waitMs: number | undefined, onEnd: (() => void) | undefined): number | undefined {
  const [left, setLeft] = useState<number | undefined>(undefined);
  useEffect(() => {
    if (waitMs === undefined || onEnd === undefined) {
      setLeft(undefined);
      return undefined;
    }
    const end = Date.now() + waitMs;
    const tick = (): void => {
      const seconds = Math.ceil((end - Date.now()) / 1000);
      setLeft(Math.max(0, seconds));
      if (seconds > 0) return;
      clearInterval(timer);
      onEnd();
    };
    const timer = setInterval(tick, 500);
    tick();
    return () => clearInterval(timer);
  }, [error]);
  return left;
}

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
