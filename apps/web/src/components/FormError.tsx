import { IconAlertCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./FormError.module.css";

interface FormErrorProps {
  /** What happened; nothing is rendered without it. */
  readonly message: string | null;
  /** What to do about it. */
  readonly hint?: string | null;
  /** A button or link that helps. */
  readonly action?: ReactNode;
}

/** Says why a form could not be sent, above its button; announced when it appears. */
export function FormError({ message, hint, action }: FormErrorProps) {
  if (!message) return null;
  return (
    <div className={classes.fault} role="alert">
      <IconAlertCircle className={classes.sign} size={20} stroke={1.6} aria-hidden="true" />
      <div>
        <p>{message}</p>
        {hint && <p className={classes.hint}>{hint}</p>}
        {action}
      </div>
    </div>
  );
}
