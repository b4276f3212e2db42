import { IconCircleCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./FormSuccess.module.css";

/** Replaces a form that has succeeded; announced when it appears. */
export function FormSuccess({ children }: { children: ReactNode }) {
  return (
    <div className={classes.done} role="status">
      <IconCircleCheck className={classes.sign} size={24} stroke={1.6} aria-hidden="true" />
      <div>{children}</div>
    </div>
  );
}
