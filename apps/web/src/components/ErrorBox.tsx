import { IconAlertCircle } from "@tabler/icons-react";
import { codeOf, hintOf, messageOf, serverText } from "../lib/errors.ts";
import classes from "./ErrorBox.module.css";
import { PlainButton } from "./PlainButton.tsx";

interface ErrorBoxProps {
  readonly error: unknown;
  /** The sentence for an error without a text from the server. */
  readonly fallback: string;
  /**
   * Puts `fallback` first, whatever the server said, and the server's text after it; for sentences that the
   * specification fixes.
   */
  readonly always?: boolean;
  readonly onRetry?: (() => void) | undefined;
  readonly retrying?: boolean;
}

/** Reports the failure of a part of a page: the server's text or `fallback`, what to do, and a retry button. */
export function ErrorBox({ error, fallback, always = false, onRetry, retrying = false }: ErrorBoxProps) {
  const known = codeOf(error) !== null;
  const title = always ? fallback : serverText(error, fallback);
  const detail = [known && !always ? null : messageOf(error), hintOf(error)]
    .filter((part) => part !== null && part !== fallback)
    .map((part) => part?.replace(/\.$/, ""));
  return (
    <div className={classes.box} role="alert">
      <IconAlertCircle className={classes.icon} size={20} aria-hidden />
      <div className={classes.text}>
        <p className={classes.message}>{title}</p>
        {detail.length > 0 && <p className={classes.detail}>{detail.join(". ")}.</p>}
      </div>
      {onRetry && (
        <PlainButton variant="default" size="xs" onClick={onRetry} loading={retrying}>
          Try again
        </PlainButton>
      )}
    </div>
  );
}
