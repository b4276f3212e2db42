import type { Welcome as State } from "@bbux/contract";
import { Button, CloseButton } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { FACTS } from "../../lib/facts.ts";
import { notifyError } from "../../lib/notify.ts";
import { replaceData } from "../../lib/replaceData.ts";
import { trpc } from "../../lib/trpc.ts";
import { focusWhenShown } from "./focusWhenShown.ts";
import { STEPS, stepsDone } from "./useWelcome.ts";
import classes from "./Welcome.module.css";

/** The parts of the community page that the steps lead to (FollowTags.tsx, FeedTabs.tsx). */
const TAGS_FIELD = "[data-follow-tags] input:not([type=hidden])";
const currentTab = (tab: string) => `[data-tab="${tab}"][aria-current]`;

/** Three first steps that tick themselves off. They can be hidden, and shown again from the account menu. */
export function Welcome({ welcome }: { readonly welcome: State }) {
  const utils = trpc.useUtils();
  const change = trpc.welcome.change.useMutation({
    onSuccess: (state) => replaceData(utils.welcome.get, undefined, state),
    onError: () => notifyError("We couldn't hide this. Please try again."),
  });
  const done = stepsDone(welcome);
  const isAllDone = done === STEPS.length;
  return (
    <section className={classes.welcome} aria-labelledby="welcome">
      <div className={classes.card}>
        <header className={classes.head}>
          <div>
            <h2 id="welcome">{isAllDone ? "You're all set" : `Welcome to ${FACTS.brand.name}`}</h2>
            <p role="status">
              {isAllDone
                ? "You're all set. What would you like to know?"
                : `Three steps to get started. ${done} of ${STEPS.length} done.`}
            </p>
          </div>
          <CloseButton
            aria-label="Hide the first steps"
            disabled={change.isPending}
            onClick={() => change.mutate({ dismissed: true })}
          />
        </header>
        {isAllDone ? (
          <div className={classes.end}>
            <Button renderRoot={(props) => <Link to="/posts/create" {...props} />}>Ask a question</Button>
            <Button variant="default" onClick={() => change.mutate({ dismissed: true })}>
              Close
            </Button>
          </div>
        ) : (
          <ol className={classes.steps}>
            <Step
              number={1}
              done={welcome.followedTags}
              title="Pick your tags"
              text="Follow what you know or want to learn."
            >
              <Button
                variant="default"
                renderRoot={(props) => (
                  <Link
                    to="/community"
                    search={{ tab: "forYou" }}
                    // The scroll would hide that something happens below.
                    resetScroll={false}
                    {...props}
                    onClick={() => focusWhenShown(welcome.followedTags ? currentTab("forYou") : TAGS_FIELD)}
                  />
                )}
              >
                {welcome.followedTags ? "Your tags" : "Choose tags"}
              </Button>
            </Step>
            <Step
              number={2}
              done={welcome.readQuestion}
              title="Read or answer a question"
              text="Read one that interests you, or answer it."
            >
              <Button
                variant="default"
                renderRoot={(props) => (
                  <Link
                    to="/community"
                    search={{ tab: "unanswered" }}
                    resetScroll={false}
                    {...props}
                    onClick={() => focusWhenShown(currentTab("unanswered"))}
                  />
                )}
              >
                Find a question
              </Button>
            </Step>
            <Step number={3} done={welcome.receivedBbux} title="Get BBUX" text="Buy some with SOL, or earn a bounty.">
              <Button variant="default" renderRoot={(props) => <Link to="/wallet" {...props} />}>
                Go to your wallet
              </Button>
            </Step>
          </ol>
        )}
      </div>
    </section>
  );
}

interface StepProps {
  readonly number: number;
  readonly done: boolean;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

function Step({ number, done, title, text, children }: StepProps) {
  return (
    <li data-done={done || undefined}>
      {done ? (
        <IconCircleCheck size={20} stroke={1.6} aria-hidden="true" className={classes.sign} />
      ) : (
        <span aria-hidden="true" className={classes.sign} style={{ width: 20, textAlign: "center" }}>
          {number}
        </span>
      )}
      <div>
        <h3>
          {title}
          {done && <span className="visually-hidden">, done</span>}
        </h3>
        <p>{text}</p>
        {children}
      </div>
    </li>
  );
}
