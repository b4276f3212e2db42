import type { ReactNode } from "react";
import classes from "./Accounts.module.css";

interface AuthLayoutProps {
  readonly title: string;
  /** A small line above the title, such as "Setup · Step 1 of 2". */
  readonly step?: string;
  readonly lead?: ReactNode;
  /** The link below the box: sign up instead of sign in, or vice versa. */
  readonly foot?: ReactNode;
  readonly children: ReactNode;
}

/** The layout of all pages that open an account or lead back into one: one heading, one card, one link. */
export function AuthLayout({ title, step, lead, foot, children }: AuthLayoutProps) {
  return (
    <div className={classes.layout}>
      <header className={classes.head}>
        {step && <p className={classes.step}>{step}</p>}
        <h1>{title}</h1>
        {lead && <p>{lead}</p>}
      </header>
      <div className={classes.box}>{children}</div>
      {foot && <p className={classes.foot}>{foot}</p>}
    </div>
  );
}
