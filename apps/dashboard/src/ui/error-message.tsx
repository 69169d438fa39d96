import { isPlatError, ConnectionError, PlatError } from "@plat/client";
import { useEffect, useState } from "preact/hooks";

/** Returns the title and detail of an error in terms of the user. */
function describeError(error: unknown): { title: string; detail: string } {
  if (isPlatError(error, "quota_exceeded")) return { title: "Rate limit exceeded", detail: error.detail };
  if (isPlatError(error, "not_found"))
    return { title: "Not found", detail: "It was deleted or belongs to another organization." };
  if (error instanceof PlatError)
    return error.status >= 500
      ? { title: "Server error", detail: `${error.problem.title}. Request ID: ${error.requestId}.` }
      : { title: error.problem.title, detail: error.detail };
  if (error instanceof ConnectionError) return { title: error.message, detail: "Check your connection and try again." };
  return { title: "Something went wrong", detail: error instanceof Error ? error.message : String(error) };
}

interface ErrorMessageProps {
  error: unknown;
  /** Retries the request. Called automatically when a rate limit has passed. */
  onRetry?: () => void;
}

/** An error with a retry button. For a rate limit it counts down and then retries automatically. */
export function ErrorMessage({ error, onRetry }: ErrorMessageProps) {
  const waitMs = isPlatError(error, "quota_exceeded") ? (error.retryAfterMs ?? 1000) : undefined;
  const seconds = useCountdown(error, waitMs, onRetry);
  if (error === undefined) return null;
  const { title, detail } = describeError(error);
  return (
    <div class="error-message" role="alert">
      <div>
        <strong>{title}</strong>
        <p>
          {detail}
          {seconds !== undefined && onRetry !== undefined && ` Retrying in ${seconds} s.`}
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
