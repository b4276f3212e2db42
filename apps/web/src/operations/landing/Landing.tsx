import { IconLock, IconMessageCheck, IconScale } from "@tabler/icons-react";
import { ParameterText } from "../../components/ParameterText.tsx";
import { ActivityBoard } from "./ActivityBoard.tsx";
import { Faq } from "./Faq.tsx";
import { showFirst } from "./firstFigures.ts";
import { GetStarted } from "./GetStarted.tsx";
import { Hero } from "./Hero.tsx";
import classes from "./Landing.module.css";
import { PlatformStats } from "./PlatformStats.tsx";
import { ProofBand } from "./ProofBand.tsx";

const FEATURES = [
  {
    Icon: IconMessageCheck,
    title: "Answers worth reading",
    text: "Questions can have code, formulas, and tags, and search finds words in titles and text. The asker accepts one answer, and it's shown first to everyone who comes later.",
  },
  {
    Icon: IconLock,
    title: "Bounties held in escrow",
    text: "A bounty leaves the asker's balance the moment the question is published. No one can promise a reward they don't have.",
  },
  {
    Icon: IconScale,
    title: "Books that balance",
    text: "Every BBUX moves by double entry, in whole base units, and entries are never changed. What's paid, held, and returned always adds up.",
  },
] as const;

const STEPS = [
  {
    title: "Ask",
    text: "Write your question. If the answer is worth something to you, set a bounty of at least 0.01 BBUX, for 1\u00a0to 30\u00a0days.",
  },
  {
    title: "Hold",
    text: (
      <>
        The bounty goes into escrow, and a fee of <ParameterText name="bountyFee" otherwise="a few percent" /> goes to
        the community's treasury. You see the total before you publish.
      </>
    ),
  },
  { title: /* @wc-context: step */ "Answer", text: "Anyone can answer. The best answer wins, not the first." },
  {
    title: "Accept",
    text: "You accept an answer, and its author is paid instantly. If you delete an unanswered question, you get the bounty back.",
  },
] as const;

// Before anything asks for them.
showFirst(typeof document === "undefined" ? null : document.getElementById("first-figures")?.textContent);

/** The front page: what the platform is, current activity, how the money moves and is kept safe, how to start. */
export function Landing() {
  return (
    <>
      <Hero />
      <PlatformStats />
      <ActivityBoard />
      <section className={classes.section} aria-labelledby="features">
        <h2 id="features">What you can rely on</h2>
        <div className={classes.features}>
          {FEATURES.map(({ Icon, title, text }) => (
            <article key={title} className={classes.feature}>
              <Icon size={24} stroke={1.6} aria-hidden="true" />
              <h3>{title}</h3>
              <p>{text}</p>
            </article>
          ))}
        </div>
      </section>
      <section className={classes.section} aria-labelledby="steps">
        <h2 id="steps">How bounties work</h2>
        <ol className={classes.steps}>
          {STEPS.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>
      <ProofBand />
      <GetStarted />
      <Faq />
    </>
  );
}
