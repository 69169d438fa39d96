import type { ComponentChildren } from "preact";
export type Tone = "neutral" | "success" | "warning" | "danger" | "accent";

/** A short label whose color expresses its meaning. */
export function Badge({ tone = "neutral", children }: { tone?: Tone; children: ComponentChildren }) {
  return <span class={`badge badge-${tone}`}>{children}</span>;
}
