import type { ReactNode } from "react";
import classes from "./Page.module.css";

interface PageProps {
  /**
   * `page` (1,100 px, the default), `column` (720 px, for reading), `thread` (the column and, beside it, room for votes),
   * `split` (the same, with a side column from 1,200 px) or
   * `narrow` (400 px, for a short form).
   */
  readonly width?: "page" | "column" | "thread" | "split" | "narrow";
  readonly className?: string;
  readonly children: ReactNode;
}

/** The page's container: centered, with gutters. The `main` around it is the root's. */
export function Page({ width = "page", className, children }: PageProps) {
  return (
    <div className={className ? `${classes.page} ${className}` : classes.page} data-width={width}>
      {children}
    </div>
  );
}

interface PageTitleProps {
  readonly children: ReactNode;
  /** A sentence under the heading. */
  readonly lead?: ReactNode;
  /** Buttons at the far end of the heading's line. */
  readonly actions?: ReactNode;
}

/** The page's one `h1`. */
export function PageTitle({ children, lead, actions }: PageTitleProps) {
  return (
    <header className={classes.title}>
      <div>
        <h1 className={classes.heading}>{children}</h1>
        {lead && <p className={classes.lead}>{lead}</p>}
      </div>
      {actions}
    </header>
  );
}
