import type { ReactNode } from "react";
import { plural } from "../../components/TimeAgo.format.ts";
import classes from "./IntegrityCard.module.css";
import { cardLabel, integrityTone, shownScore } from "./integrity.ts";

const MARKS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

interface IntegrityCardProps {
  readonly score: number;
  readonly ratings: number;
  /** The button to rate, for members who may. */
  readonly children?: ReactNode;
}

/** A member's integrity rating: 5 of 10 with 0 ratings until someone has rated, without a judgment (C9.12). */
export function IntegrityCard({ score, ratings, children }: IntegrityCardProps) {
  const rated = ratings > 0;
  return (
    <section className={classes.card} aria-labelledby="integrity" data-tone={rated ? integrityTone(score) : undefined}>
      <div className={classes.head}>
        <h2 id="integrity" className={classes.title}>
          Integrity
        </h2>
        <span className={classes.label}>{rated ? cardLabel(score) : "Not rated yet"}</span>
      </div>
      {rated && (
        <div className={classes.meter} aria-hidden="true">
          {MARKS.map((mark) => (
            <span key={mark} data-on={mark <= Math.floor(score)} />
          ))}
        </div>
      )}
      <div className={classes.foot}>
        <p className={classes.score}>
          {rated ? <strong>{shownScore(score)} of 10</strong> : `Everyone starts at ${shownScore(score)} of 10`}
          <span> · {plural(ratings, ["# rating", "# ratings"])}</span>
        </p>
        {children}
      </div>
    </section>
  );
}
