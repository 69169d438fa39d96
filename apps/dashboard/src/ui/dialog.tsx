import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { useUnsavedChanges } from "../unsaved-changes.ts";
import { Icon } from "./icons.tsx";

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  isWide?: boolean;
  /** Returns true if closing the dialog would lose input. Closing then asks for confirmation. */
  isUnsaved?: () => boolean;
  /** Text of that confirmation. */
  unsavedText?: string;
}

const never = (): boolean => false;

/** A modal `<dialog>`: it traps the focus, closes with Escape and restores the focus. */
export function Dialog({ title, onClose, children, isWide = false, isUnsaved = never, unsavedText }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isMounted = useRef(true);
  const heading = useId();
  const [isConfirming, setConfirming] = useState(false);
  useUnsavedChanges(isUnsaved);
  useEffect(() => {
    const previousFocus = document.activeElement;
    const element = dialog.current;
    element?.showModal();
    return () => {
      isMounted.current = false;
      element?.close();
      if (previousFocus instanceof HTMLElement && previousFocus.isConnected) previousFocus.focus();
    };
  }, []);
  const requestClose = (): void => {
    if (isUnsaved()) setConfirming(true);
    else onClose();
  };
  return (
    <dialog
      ref={dialog}
      class={isWide ? "wide" : ""}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        requestClose();
      }}
      onClose={() => {
        // Browsers close a dialog without a cancel event if Escape is pressed repeatedly.
        if (!isMounted.current) return;
        dialog.current?.showModal();
        requestClose();
      }}
    >
      <div class="dialog-header">
        <h2 id={heading}>{title}</h2>
        <button type="button" class="button quiet icon-only" aria-label="Close" onClick={requestClose}>
          <Icon name="close" />
        </button>
      </div>
      {children}
      {isConfirming && <LeaveDialog text={unsavedText} onLeave={onClose} onStay={() => setConfirming(false)} />}
    </dialog>
  );
}

interface DialogFooterProps {
  /** Label of the primary button. */
  action: string;
  /** Omit in a form: the button then submits it. */
  onAct?: () => void;
  isRunning?: boolean | undefined;
  isDanger?: boolean;
  dismissal?: string | undefined;
  /** Omit for a dialog without a second button. */
  onDismiss?: () => void;
}

/** The buttons at the end of a dialog. */
export function DialogFooter({
  action,
  onAct,
  isRunning = false,
  isDanger = false,
  dismissal = "Cancel",
  onDismiss,
}: DialogFooterProps) {
  return (
    <div class="dialog-footer">
      {onDismiss !== undefined && (
        <button type="button" class="button" onClick={onDismiss}>
          {dismissal}
        </button>
      )}
      <button
        type={onAct === undefined ? "submit" : "button"}
        class={isDanger ? "button danger" : "button primary"}
        disabled={isRunning}
        onClick={() => onAct?.()}
      >
        {action}
      </button>
    </div>
  );
}

interface ConfirmDialogProps {
  title: string;
  action: string;
  dismissal?: string;
  isRunning?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ComponentChildren;
}

/** Asks for confirmation before an action that cannot be undone. */
export function ConfirmDialog({
  title,
  action,
  dismissal,
  isRunning,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <DialogFooter
        action={action}
        onAct={onConfirm}
        isRunning={isRunning}
        isDanger
        dismissal={dismissal}
        onDismiss={onClose}
      />
    </Dialog>
  );
}

interface LeaveDialogProps {
  text: string | undefined;
  onLeave: () => void;
  onStay: () => void;
}

/** Asks whether unsaved input may be discarded. */
export function LeaveDialog({ text, onLeave, onStay }: LeaveDialogProps) {
  return (
    <ConfirmDialog title="Leave without saving?" action="Leave" dismissal="Stay" onConfirm={onLeave} onClose={onStay}>
      <p>{text ?? "Your changes have not been saved."}</p>
    </ConfirmDialog>
  );
}
