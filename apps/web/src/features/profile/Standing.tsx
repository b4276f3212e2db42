import { levelTitle, nextLevel } from "./level.ts";
import classes from "./ProfileView.module.css";

/** Level title, points, and how far it is to the next title. */
export function Standing({ points }: { points: number }) {
  const next = nextLevel(points);
  return (
    <div className={classes.standing}>
      <p className={classes.level}>
        <span className={classes.levelTitle}>{levelTitle(points)}</span>
        <span className={classes.points}>
          {points.toLocaleString("en")} {points === 1 ? "point" : "points"}
        </span>
      </p>
      {next && (
        <>
          <div className={classes.track} aria-hidden="true">
            <span style={{ width: `${next.share * 100}%` }} />
          </div>
          <p className={classes.next}>
            {next.missing.toLocaleString("en")} more to {next.title}
          </p>
        </>
      )}
    </div>
  );
}
