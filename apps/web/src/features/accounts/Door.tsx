import { IconCircleCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./Accounts.module.css";

interface DoorProps {
  readonly title: string;
  readonly lead?: ReactNode;
  /** Under the box: the other way in. */
  readonly foot?: ReactNode;
  readonly children: ReactNode;
}

/** The form of a page on the way in: one heading, one box, one way on. */
export function Door({ title, lead, foot, children }: DoorProps) {
  return (
    <div className={classes.door}>
      <header className={classes.head}>
        <h1>{title}</h1>
        {lead && <p>{lead}</p>}
      </header>
      <div className={classes.box}>{children}</div>
      {foot && <p className={classes.foot}>{foot}</p>}
    </div>
  );
}

/** In place of a form that has done its work; read out when it appears. */
export function Done({ children }: { children: ReactNode }) {
  return (
    <div className={classes.done} role="status">
      <IconCircleCheck className={classes.doneSign} size={24} stroke={1.6} aria-hidden="true" />
      <div>{children}</div>
    </div>
  );
}
