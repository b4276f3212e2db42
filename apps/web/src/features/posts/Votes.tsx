import { FEATURES } from "@bbux/contract";
import classes from "./PostArticle.module.css";

/** The net of the votes, as a figure; nothing where voting is off. */
export function Votes({ value }: { value: number }) {
  if (!FEATURES.voting) return null;
  return (
    <span className={classes.votes}>
      <b>{value.toLocaleString("en").replace("-", "−")}</b> {Math.abs(value) === 1 ? "vote" : "votes"}
    </span>
  );
}
