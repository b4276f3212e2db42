import { Link } from "@tanstack/react-router";
import classes from "./WalletPage.module.css";

/** For members who left a question to buy what its bounty lacks. */
export function BackToQuestion() {
  return (
    <p className={classes.back}>
      Your question is kept as a draft. Buy what's missing, then post it.{" "}
      <Link to="/posts/create" className={classes.link}>
        Back to your question
      </Link>
    </p>
  );
}
