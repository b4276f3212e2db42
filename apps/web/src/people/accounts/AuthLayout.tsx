import type { ReactNode } from "react";
import classes from "./Accounts.module.css";

interface AuthLayoutProps {
  readonly title: string;
  readonly lead?: ReactNode;
  /** The link below the box: sign up instead of sign in, or vice versa. */
  readonly foot?: ReactNode;
  readonly children: ReactNode;
}

/** The layout of the sign-in pages: one heading, one form, one link. */
export function AuthLayout({ title, lead, foot, children }: AuthLayoutProps) {
  return (
    <div className={classes.layout}>
      <header className={classes.head}>
        <h1>{title}</h1>
        {lead && <p>{lead}</p>}
      </header>
      <div className={classes.box}>{children}</div>
      {foot && <p className={classes.foot}>{foot}</p>}
    </div>
  );
}
