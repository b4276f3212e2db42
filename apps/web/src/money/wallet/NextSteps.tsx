import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import classes from "./NextSteps.module.css";

/** What to do with the first BBUX. */
export function NextSteps() {
  return (
    <section className={classes.steps} aria-labelledby="next-steps">
      <h2 id="next-steps">Put your BBUX to use</h2>
      <ul>
        <li>
          <p>
            <strong>Ask with a bounty.</strong> It goes to the answer you accept.
          </p>
          <Button renderRoot={(props) => <Link to="/posts/create" {...props} />}>Ask a question</Button>
        </li>
        <li>
          <p>
            <strong>Stake it.</strong> It earns a daily reward and gives you voting power.
          </p>
          <Button variant="default" renderRoot={(props) => <Link to="/governance" {...props} />}>
            Stake BBUX
          </Button>
        </li>
        <li>
          <p>
            <strong>Earn more.</strong> Answer a question that has a bounty.
          </p>
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/community" search={{ hasBounty: true, filter: "open" }} {...props} />}
          >
            Open bounties
          </Button>
        </li>
      </ul>
    </section>
  );
}
