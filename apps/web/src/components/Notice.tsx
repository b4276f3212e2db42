import type { ReactNode } from "react";
import classes from "./Notice.module.css";

interface NoticeProps {
  readonly title: string;
  /** A small line above the title, such as a status. */
  readonly mark?: string;
  /** Announced immediately, for failures. */
  readonly alert?: boolean;
  readonly children: ReactNode;
}

/** A full page with one message and the next step: not found, failed, no permission. */
export function Notice({ title, mark, alert = false, children }: NoticeProps) {
  return (
    <div className={classes.notice} role={alert ? "alert" : undefined}>
      {mark && <span className={classes.mark}>{mark}</span>}
      <h1>{title}</h1>
      {children}
    </div>
  );
}
