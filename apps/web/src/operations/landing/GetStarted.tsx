import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { InnerLink } from "../../components/InnerLink.tsx";
import classes from "./GetStarted.module.css";
import { useIsMember } from "./useIsMember.ts";

const STEPS = [
  {
    title: "Make an account",
    text: "A name, an email address and a password. It costs nothing, and no wallet is needed.",
  },
  {
    title: "Answer, or ask",
    text: "Answer what you know and be paid in BBUX when your answer is accepted; or ask, with a bounty or without.",
  },
  {
    title: "Keep what you earn",
    text: "Sell BBUX for SOL to any Solana address whenever you like, set bounties of your own, or stake it and vote.",
  },
] as const;

/** How to start, in three steps. */
export function GetStarted() {
  const member = useIsMember();
  return (
    <section className={classes.begin} aria-labelledby="begin">
      <div>
        <h2 id="begin">Begin in three steps</h2>
        <div className={classes.actions}>
          {member ? (
            <Button renderRoot={(props) => <Link to="/posts/create" {...props} />}>Ask a question</Button>
          ) : (
            <Button renderRoot={(props) => <Link to="/signup" {...props} />}>Make an account</Button>
          )}
          <InnerLink className="reach" href="/docs/user-guide">
            Read the user guide
          </InnerLink>
        </div>
      </div>
      <ol>
        {STEPS.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
