import classes from "./PostArticle.module.css";

/** The net of the votes, as a figure. */
export function Votes({ value }: { value: number }) {
  return (
    <span className={classes.votes}>
      <b>{value.toLocaleString("en").replace("-", "−")}</b> {Math.abs(value) === 1 ? "vote" : "votes"}
    </span>
  );
}
