import classes from "./Accounts.module.css";

/** The rule between a form and the other ways in. */
export function Or() {
  return (
    <p className={classes.or}>
      <span>or</span>
    </p>
  );
}
