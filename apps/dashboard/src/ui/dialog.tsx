import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { useUnsaved } from "../unsaved-changes.ts";
import { Icon } from "./icons.tsx";

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  isWide?: boolean;
  /** Whether closing it would lose something, which is asked about then. */
  isUnsaved?: () => boolean;
  /** What would be lost. */
  loss?: string;
}

const never = (): boolean => false;

/** The browser's own modal dialog: it holds the focus, closes with Escape and gives the focus back. */
export function Dialog({ title, onClose, children, isWide = false, isUnsaved = never, loss }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isMounted = useRef(true);
  const heading = useId();
  const [isAsking, setAsking] = useState(false);
  useUnsaved(isUnsaved);
  useEffect(() => {
    const before = document.activeElement;
    const element = dialog.current;
    element?.showModal();
    return () => {
      isMounted.current = false;
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const leave = (): void => {
    if (isUnsaved()) setAsking(true);
    else onClose();
  };
  return (
    <dialog
      ref={dialog}
      class={isWide ? "wide" : ""}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
      onClose={() => {
        // Pressed again and again, Escape closes a dialog without asking it.
        if (!isMounted.current) return;
        dialog.current?.showModal();
        leave();
      }}
    >
      <div class="dialog-head">
        <h2 id={heading}>{title}</h2>
        <button type="button" class="button quiet icon-only" aria-label="Close" onClick={leave}>
          <Icon name="close" />
        </button>
      </div>
      {children}
      {isAsking && <LeaveDialog loss={loss} onLeave={onClose} onStay={() => setAsking(false)} />}
    </dialog>
  );
}

interface DialogFootProps {
  /** What the button does that one has come for. */
  action: string;
  /** Left out in a form, which the button sends. */
  onAct?: () => void;
  isRunning?: boolean | undefined;
  isDanger?: boolean;
  dismissal?: string | undefined;
  /** Left out where there is nothing but the one way on. */
  onDismiss?: () => void;
}

/** The buttons that end a dialog. */
export function DialogFoot({
  action,
  onAct,
  isRunning = false,
  isDanger = false,
  dismissal = "Cancel",
  onDismiss,
}: DialogFootProps) {
  return (
    <div class="dialog-foot">
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

interface ConfirmProps {
  title: string;
  action: string;
  dismissal?: string;
  isRunning?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ComponentChildren;
}

/** Asks before something that cannot be taken back. */
export function Confirm({ title, action, dismissal, isRunning, onConfirm, onClose, children }: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <DialogFoot
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
  loss: string | undefined;
  onLeave: () => void;
  onStay: () => void;
}

/** Asks whether something may be lost. */
export function LeaveDialog({ loss, onLeave, onStay }: LeaveDialogProps) {
  return (
    <Confirm title="Leave without saving?" action="Discard" dismissal="Go on here" onConfirm={onLeave} onClose={onStay}>
      <p>{loss ?? "What you have typed has not been saved yet."}</p>
    </Confirm>
  );
}
