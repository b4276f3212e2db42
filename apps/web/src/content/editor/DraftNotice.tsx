import { Button } from "@mantine/core";
import classes from "./DraftNotice.module.css";

interface DraftNoticeProps {
  readonly text: string;
  /** "Discard it", "Start over". */
  readonly action: string;
  readonly onDiscard: () => void;
}

/** Says above a form that a draft was restored, with a way to discard it. */
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
