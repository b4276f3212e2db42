import { plural } from "../../components/TimeAgo.format.ts";
import { numberText } from "../../lib/locale.ts";
import { levelTitle } from "./level.ts";
import classes from "./Reputation.module.css";

/** A member's points and title, beside their name. */
export function Reputation({ points }: { points: number }) {
  const title = levelTitle(points);
  const inWords = plural(points, ["# reputation point", "# reputation points"]);
  return (
    <span className={classes.reputation}>
      <span className={classes.shown} title={inWords} aria-hidden>
        <span>{numberText(points)}</span> {title}
      </span>
      <span className="visually-hidden">{`${inWords} · ${title}`}</span>
    </span>
  );
}
