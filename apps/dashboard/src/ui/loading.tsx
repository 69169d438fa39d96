import { slowText, useSlow } from "./slow-notice.tsx";

/** Grey bars where something will be; a word beside them when it is late. */
export function Loading({ lines = 4, label = "Loading" }: { lines?: number; label?: string }) {
  const isSlow = useSlow(true);
  return (
    <div class="loading" role="status" aria-label={label}>
      {isSlow && <p class="slow">{slowText}</p>}
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} class="loading-line" />
      ))}
    </div>
  );
}
