import { useStore } from "../store.ts";
import { leavePrompt } from "../unsaved-changes.ts";
import { LeaveDialog } from "./dialog.tsx";

/** Asks for confirmation before a page with unsaved changes is left. */
export function UnsavedChangesPrompt() {
  const prompt = useStore(leavePrompt);
  if (prompt === undefined) return null;
  const close = (onClosed: () => void) => (): void => {
    leavePrompt.set(undefined);
    onClosed();
  };
  return (
    <LeaveDialog
      text="Your changes on this page have not been saved."
      onLeave={close(prompt.onLeave)}
      onStay={close(prompt.onStay)}
    />
  );
}
