import { slowLoadText, useSlow } from "./slow-notice.tsx";

/** Placeholder lines while content loads, with a message if it takes unusually long. */
export function Loading({ lines = 4, label = "Loading" }: { lines?: number; label?: string }) {
  const isSlow = useSlow(true);
  return (
    <div class="loading" role="status" aria-label={label}>
      {isSlow && <p class="slow-notice">{slowLoadText}</p>}
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} class="loading-line" />
      ))}
    </div>
  );
}
