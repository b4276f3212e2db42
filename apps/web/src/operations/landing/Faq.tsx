import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { InnerLink } from "../../components/InnerLink.tsx";
import { ParameterText } from "../../components/ParameterText.tsx";
import classes from "./GetStarted.module.css";

const QUESTIONS: readonly { readonly asked: string; readonly answer: ReactNode }[] = [
  {
    asked: "What is BBUX?",
    answer:
      "The currency of bounties. Each BBUX is backed by one SOL that the platform holds. You buy it with SOL in your wallet here and can sell it back for SOL.",
  },
  {
    asked: "Do I need a wallet to take part?",
    answer:
      "No. Anyone can read, and asking and answering only take an account. What you earn goes to your account. You need a Solana wallet only to buy or sell.",
  },
  {
    asked: "What does it cost?",
    answer: (
      <>
        Answering is free, and so is asking without a bounty. A bounty costs{" "}
        <ParameterText name="bountyFee" otherwise="a few percent" /> extra, and selling BBUX costs{" "}
        <ParameterText name="withdrawalFee" otherwise="a few percent" /> of the amount. Both fees go to the community's
        treasury, and members vote on both.
      </>
    ),
  },
  {
    asked: "What if no one gives a good answer?",
    answer: (
      <>
        Your bounty never gets stuck. While a question has no answer, you can delete it and get the bounty back. Once
        the bounty has ended, you can ask for a refund, and other members vote on it. If you don't, the best answer gets
        the bounty seven days later, or you get it back if none was good enough.{" "}
        <InnerLink href="/docs/refund-system">How refunds work</InnerLink>
      </>
    ),
  },
  {
    asked: "What if an asker doesn't want to pay?",
    answer:
      "The bounty is out of the asker's hands from the start. The rules decide whether it's paid or returned, and nothing else can move it.",
  },
  {
    asked: "Who makes sure the books are right?",
    answer: (
      <>
        Anyone who wants to. The <Link to="/reserves">proof of reserves</Link> shows what the platform owes and holds.
        The <Link to="/transparency">transparency log</Link> records every movement, and can prove that your own balance
        is counted.
      </>
    ),
  },
];

/** Questions that people have before they join. */
export function Faq() {
  return (
    <section className={classes.begin} aria-labelledby="faq">
      <div>
        <h2 id="faq">Common questions</h2>
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
