import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { Icon } from "./icons.tsx";

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  isWide?: boolean;
}

/** The browser's own modal dialog: it holds the focus, closes with Escape and gives the focus back. */
export function Dialog({ title, onClose, children, isWide = false }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const before = document.activeElement;
    const element = dialog.current;
    element?.showModal();
    return () => {
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={isWide ? "wide" : ""}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div class="dialog-head">
        <h2 id={heading}>{title}</h2>
        <button type="button" class="button quiet icon-only" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {children}
    </dialog>
  );
}

interface ConfirmProps {
  title: string;
  action: string;
  isRunning: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ComponentChildren;
}

/** Asks before something that cannot be taken back. */
export function Confirm({ title, action, isRunning, onConfirm, onClose, children }: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <div class="dialog-foot">
        <button type="button" class="button" onClick={onClose}>
          Cancel
        </button>
        <button type="button" class="button danger" disabled={isRunning} onClick={onConfirm}>
          {action}
        </button>
      </div>
    </Dialog>
  );
}
