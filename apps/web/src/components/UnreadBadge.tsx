import classes from "./UnreadBadge.module.css";

interface UnreadBadgeProps {
  /** Formats the count for the badge; `null` for none. */
  readonly text: string | null;
  readonly testId: string;
}

/** The count at the corner of an icon; the button's name says it in words. */
export function UnreadBadge({ text, testId }: UnreadBadgeProps) {
  if (text === null) return null;
  return (
    <span className={classes.badge} aria-hidden="true" data-testid={testId}>
      {text}
    </span>
  );
}
