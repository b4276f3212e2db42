import { IconArrowRight } from "@tabler/icons-react";
import classes from "./Proposals.module.css";

interface ChangeProps {
  readonly title: string;
  readonly says?: string;
  /** The value before and after, formatted. `null` for an unknown value; without `from` only the new one. */
  readonly from?: string | null;
  readonly to: string | null;
}

/** The parameter's current and proposed value. */
export function Change({ title, says, from, to }: ChangeProps) {
  return (
    <div className={classes.change}>
      <p className={classes.changeTitle}>{title}</p>
      {says && <p className={classes.note}>{says}</p>}
      <p className={classes.values}>
        {from !== undefined && (
          <>
            <span>{from ?? "…"}</span>
            <IconArrowRight size={20} stroke={1.6} aria-label="to" role="img" />
          </>
        )}
        <strong>{to ?? "…"}</strong>
      </p>
    </div>
  );
}
