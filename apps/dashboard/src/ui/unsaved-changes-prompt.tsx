import { useStore } from "../store.ts";
import { question } from "../unsaved-changes.ts";
import { LeaveDialog } from "./dialog.tsx";

/** Asks whoever leaves a page on which something has not been saved. */
export function LeaveQuestion() {
  const asked = useStore(question);
  if (asked === undefined) return null;
  const answer = (then: () => void) => (): void => {
    question.set(undefined);
    then();
  };
  return (
    <LeaveDialog
      loss="Something on this page has not been saved yet."
      onLeave={answer(asked.onLeave)}
      onStay={answer(asked.onStay)}
    />
  );
}
