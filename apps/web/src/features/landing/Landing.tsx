import { APP } from "@bbux/contract";
import { Button } from "@mantine/core";
import { IconLock, IconMessageCheck, IconScale } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useSession } from "../../session.tsx";
import { ParameterText } from "../parameters/ParameterText.tsx";
import { Escrow } from "./Escrow.tsx";
import classes from "./Landing.module.css";
import { PlatformStats } from "./PlatformStats.tsx";

const FEATURES = [
  {
    Icon: IconMessageCheck,
    title: "Answers worth reading",
    text: "Questions carry code, formulas and tags; search finds words in titles and text. The asker accepts one answer, and it stands first for whoever comes next.",
  },
  {
    Icon: IconLock,
    title: "Bounties held in escrow",
    text: "A bounty leaves the asker's balance the moment the question is published. Nobody can promise a reward and not have it.",
  },
  {
    Icon: IconScale,
    title: "Books that balance",
    text: "Every BBUX moves by double entry, in whole base units, and entries are never changed. What is paid, held and returned adds up, always.",
  },
] as const;

const STEPS = [
  {
    title: "Ask",
    text: "Write the question. If it is worth something to you, set a bounty from 0.01 BBUX, for 1 to 30 days.",
  },
  {
    title: "Hold",
    text: (
      <>
        The bounty goes into escrow; a fee of <ParameterText name="bountyFee" otherwise="a few percent" /> goes to the
        community's treasury. You see the sum before you publish.
      </>
    ),
  },
  { title: "Answer", text: "Anyone may answer. Several may: the best one wins, not the first." },
  {
    title: "Accept",
    text: "You accept an answer, and in the same instant its author is paid. Delete an unanswered question and the bounty returns to you.",
  },
] as const;

/** The front page (spec core §2): what this is, how the money moves, the platform in numbers. */
export function Landing() {
  const { user } = useSession();
  return (
    <>
      <section className={classes.hero}>
        <div>
          <h1 className={classes.headline}>Good questions deserve paid answers.</h1>
          <p className={classes.lead}>
            BBUX is a community where you put a bounty on what you need to know. It is held in escrow from the start and
            paid to the answer you accept.
          </p>
          <div className={classes.actions}>
            {user ? (
              <Button size="md" renderRoot={(props) => <Link to="/community" {...props} />}>
                Go to the community
              </Button>
            ) : (
              <Button size="md" renderRoot={(props) => <Link to="/signup" {...props} />}>
                Get started
              </Button>
            )}
            <Button size="md" variant="default" renderRoot={(props) => <Link to="/posts/create" {...props} />}>
              Create a bounty
            </Button>
          </div>
        </div>
        <Escrow />
      </section>
      <PlatformStats />
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
        <h2 id="steps">How a bounty moves</h2>
        <ol className={classes.steps}>
          {STEPS.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>
      <footer className={classes.foot}>
        <div>
          <span>
            {APP.name} {APP.version}. One BBUX is backed by one SOL.
          </span>
          <nav aria-label="Footer">
            <Link className="reach" to="/community">
              Community
            </Link>
            <Link className="reach" to="/reserves">
              Proof of reserves
            </Link>
            <Link className="reach" to="/transparency">
              Transparency
            </Link>
            {!user && (
              <Link className="reach" to="/login">
                Sign in
              </Link>
            )}
          </nav>
        </div>
      </footer>
    </>
  );
}
