import { useEffect, useState } from "preact/hooks";

/** After this an answer is later than people expect, and a page without a word looks broken. */
const slowAfterMs = 3_000;

/** Whether something has been waited for unusually long. */
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

export const slowText = "Plat takes longer than usual. Still waiting for its answer.";

/** Says that an answer is late, where what was there before stays in sight meanwhile. */
export function Slow({ isWaiting, text = slowText }: { isWaiting: boolean; text?: string }) {
  const isSlow = useSlow(isWaiting);
  return (
    <p class="slow" role="status">
      {isSlow && text}
    </p>
  );
}
