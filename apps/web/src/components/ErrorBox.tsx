import { Button } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";
import { codeOf, hintOf, messageOf, serverText } from "../errors.ts";
import classes from "./ErrorBox.module.css";

interface ErrorBoxProps {
  readonly error: unknown;
  /** The sentence where the server gave none. */
  readonly fallback: string;
  readonly onRetry?: (() => void) | undefined;
  readonly retrying?: boolean;
}

/** A part of a page that failed: the server's text or `fallback`, what to do, and a way to try again. */
export function ErrorBox({ error, fallback, onRetry, retrying = false }: ErrorBoxProps) {
  const known = codeOf(error) !== null;
  const detail = [known ? null : messageOf(error), hintOf(error)].filter((part) => part !== null && part !== fallback);
  return (
    <div className={classes.box} role="alert">
      <IconAlertCircle className={classes.icon} size={20} aria-hidden />
      <div className={classes.text}>
        <p className={classes.message}>{serverText(error, fallback)}</p>
        {detail.length > 0 && <p className={classes.detail}>{detail.join(". ")}</p>}
      </div>
      {onRetry && (
        <Button variant="default" size="xs" onClick={onRetry} loading={retrying}>
          Try again
        </Button>
      )}
    </div>
  );
}
