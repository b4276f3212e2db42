import { IconAlertCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./FormFault.module.css";

interface FormFaultProps {
  /** What happened; nothing is drawn while there is none. */
  readonly message: string | null;
  /** What to do about it. */
  readonly hint?: string | null;
  /** A button or link that helps. */
  readonly action?: ReactNode;
}

/** Why a form could not be sent, above its button; read out when it appears. */
export function FormFault({ message, hint, action }: FormFaultProps) {
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
