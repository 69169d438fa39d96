import { useEffect, useState } from "preact/hooks";
import { copyToClipboard } from "../clipboard.ts";
import { Icon } from "./icons.tsx";

interface CopyProps {
  text: string;
  label?: string;
  onCopied?: (() => void) | undefined;
}

function CopyButton({ text, label = "Copy", onCopied }: CopyProps) {
  const [state, setState] = useState<"ready" | "done" | "failed">("ready");
  useEffect(() => {
    if (state === "ready") return undefined;
    const timer = setTimeout(() => setState("ready"), 2000);
    return () => clearTimeout(timer);
  }, [state]);
  const press = (): void => {
    void copyToClipboard(text).then((done) => {
      setState(done ? "done" : "failed");
      if (done) onCopied?.();
    });
  };
  return (
    <button type="button" class="button small" onClick={press}>
      <Icon name={state === "done" ? "check" : "copy"} />
      <span aria-live="polite">{state === "done" ? "Copied" : state === "failed" ? "Copy manually" : label}</span>
    </button>
  );
}

/** A text to copy, with a copy button. */
export function CodeBlock({ label, text, onCopied }: CopyProps & { label: string }) {
  return (
    <figure class="code" onCopy={onCopied}>
      <figcaption>
        <span>{label}</span>
        <CopyButton text={text} onCopied={onCopied} />
      </figcaption>
      <pre tabIndex={0} role="region" aria-label={label}>
        <code>{text}</code>
      </pre>
    </figure>
  );
}
