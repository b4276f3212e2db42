import { Link } from "@tanstack/react-router";
import { InnerLink } from "../../components/InnerLink.tsx";
import { ButtonLook } from "../../components/PlainButton.tsx";
import classes from "./GetStarted.module.css";
import { useIsMember } from "./useIsMember.ts";

const STEPS = [
  {
    title: "Create an account",
    text: "All it takes is a name, an email address, and a password. It's free, and you don't need a wallet.",
  },
  {
    title: "Answer, or ask",
    text: "Answer what you know and get paid in BBUX when your answer is accepted. Or ask, with or without a bounty.",
  },
  {
    title: "Keep what you earn",
    text: "Cash out to any Solana address, post your own bounties, or stake BBUX and vote.",
  },
] as const;

/** How to start, in three steps. */
export function GetStarted() {
  const member = useIsMember();
  return (
    <section className={classes.begin} aria-labelledby="begin">
      <div>
        <h2 id="begin">Get started in three steps</h2>
        <div className={classes.actions}>
          {member ? (
            <ButtonLook root={(drawn) => <Link to="/posts/create" {...drawn} />}>Ask a question</ButtonLook>
          ) : (
            <ButtonLook root={(drawn) => <Link to="/signup" {...drawn} />}>Sign up</ButtonLook>
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
