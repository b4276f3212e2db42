import { IconArrowRight } from "@tabler/icons-react";
import classes from "./Proposals.module.css";

interface ChangeProps {
  readonly title: string;
  readonly says?: string;
  /** Before and after, as people read them. `null` for what is not known yet; without `from` only what it became. */
  readonly from?: string | null;
  readonly to: string | null;
}

/** What a parameter is and what it is to be. */
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
