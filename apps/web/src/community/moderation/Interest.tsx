import type { Target } from "./actions.ts";
import classes from "./Case.module.css";

/** Says why another moderator has to decide about a target, if the viewer has an interest. */
export function Interest({ target: { type, interested, rival } }: { target: Target }) {
  if (interested)
    return (
      <p className={classes.by}>
        You asked or answered this question, or voted on one of its answers or its refund before the bounty was paid, so
        another moderator has to decide.
      </p>
    );
  if (!rival || type !== "user") return null;
  return (
    <p className={classes.by}>
      You and this member are both involved in a bounty that hasn't been paid yet, so another moderator has to decide.
    </p>
  );
}
