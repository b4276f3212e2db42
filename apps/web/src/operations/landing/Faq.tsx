import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { InnerLink } from "../../components/InnerLink.tsx";
import { ParameterText } from "../../lib/parameters/ParameterText.tsx";
import classes from "./GetStarted.module.css";

const QUESTIONS: readonly { readonly asked: string; readonly answer: ReactNode }[] = [
  {
    asked: "What is BBUX?",
    answer:
      "The unit in which bounties are set and paid. One BBUX is backed by one SOL that the platform holds: you buy it with SOL in your wallet here, and sell it for SOL again.",
  },
  {
    asked: "Do I need a wallet to take part?",
    answer:
      "No. Reading needs nothing, asking and answering need an account. What you earn lies in your account; a Solana wallet comes in only when you buy or sell.",
  },
  {
    asked: "What does it cost?",
    answer: (
      <>
        Answering costs nothing, and so does asking without a bounty. Setting a bounty costs{" "}
        <ParameterText name="bountyFee" otherwise="a few percent" /> on top of it, selling BBUX{" "}
        <ParameterText name="withdrawalFee" otherwise="a few percent" /> of the amount. Both go to the community's
        treasury, and members decide about both by vote.
      </>
    ),
  },
  {
    asked: "What if nobody gives a good answer?",
    answer: (
      <>
        Nothing sticks. While a question has no answer you may delete it and have the bounty back. When its time is up
        you may ask for a refund, about which other members vote; else the best answer gets it after seven more days, or
        you do if none was found good. <InnerLink href="/docs/refund-system">How refunds work</InnerLink>
      </>
    ),
  },
  {
    asked: "What if an asker does not want to pay?",
    answer:
      "The bounty is out of the asker's hands from the start. It can be given to an answer or returned by the rules, and by nothing else.",
  },
  {
    asked: "Who sees to it that the books are right?",
    answer: (
      <>
        Everybody who wants to. What is owed and held stands in the <Link to="/reserves">proof of reserves</Link>; how
        it came to that, movement by movement, in the <Link to="/transparency">transparency log</Link>, with a proof
        that your own balance is counted.
      </>
    ),
  },
];

/** Questions that people have before they join. */
export function Faq() {
  return (
    <section className={classes.begin} aria-labelledby="faq">
      <div>
        <h2 id="faq">Questions people ask</h2>
      </div>
      <div className={classes.questions}>
        {QUESTIONS.map(({ asked, answer }) => (
          <details key={asked}>
            <summary>{asked}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
