import { Button } from "@mantine/core";
import classes from "./DraftNotice.module.css";

interface DraftNoticeProps {
  readonly text: string;
  /** "Discard it", "Start over". */
  readonly action: string;
  readonly onDiscard: () => void;
}

/** Above a form: what was written before is back, and how to be rid of it. */
export function DraftNotice({ text, action, onDiscard }: DraftNoticeProps) {
  return (
    <p className={classes.notice} role="status">
      {text}{" "}
      <Button variant="subtle" color="gray" size="compact-sm" onClick={onDiscard}>
        {action}
      </Button>
    </p>
  );
}
