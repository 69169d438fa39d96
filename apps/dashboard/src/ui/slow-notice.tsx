import { useEffect, useState } from "preact/hooks";

/** Time in ms after which a wait is called unusually long. */
const slowAfterMs = 3_000;

/** Returns true once `isWaiting` has been true for unusually long. */
export function useSlow(isWaiting: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setSlow(true), slowAfterMs);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isWaiting]);
  return isSlow;
}

export const slowLoadText = "This is taking longer than usual. Still waiting for a response.";

/** Tells the user that a response takes unusually long while the previous content stays visible. */
export function SlowNotice({ isWaiting, text = slowLoadText }: { isWaiting: boolean; text?: string }) {
  const isSlow = useSlow(isWaiting);
  return (
    <p class="slow-notice" role="status">
      {isSlow && text}
    </p>
  );
}
