import type { Welcome as State } from "@bbux/contract";
import { Button, CloseButton } from "@mantine/core";
import { IconChevronRight, IconCircleCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
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

const GUIDES = {
  followedTags: { title: "Pick your tags", text: "Follow what you know or want to learn.", tab: "forYou" },
  readQuestion: { title: "Read a question", text: "Answer it if you can.", tab: "unanswered" },
  receivedBbux: { title: "Get BBUX", text: "Buy some with SOL, or earn a bounty.", tab: null },
} as const satisfies Record<(typeof STEPS)[number], object>;

/**
 * Three first steps that tick themselves off. They can be hidden, and shown again from the account menu. A `short` one, like
 * every one on a phone, shows the next step only.
 */
export function Welcome({ welcome, short = false }: { readonly welcome: State; readonly short?: boolean }) {
  const utils = trpc.useUtils();
  const change = trpc.welcome.change.useMutation({
    onSuccess: (state) => replaceData(utils.welcome.get, undefined, state),
    onError: () => notifyError("We couldn't hide this. Please try again."),
  });
  const done = stepsDone(welcome);
  const isAllDone = done === STEPS.length;
  const isShort = short && !isAllDone;
  return (
    <section className={classes.welcome} aria-labelledby="welcome" data-short={isShort || undefined}>
      <div className={classes.card}>
        <header className={classes.head}>
          <h2 id="welcome" className={isShort ? "visually-hidden" : undefined}>
            {isAllDone ? "You're all set" : `Welcome to ${FACTS.brand.name}`}
          </h2>
          <p role="status" className={isShort ? "visually-hidden" : undefined}>
            {isAllDone ? (
              <>
                <span className="visually-hidden">You're all set.</span> What would you like to know?
              </>
            ) : (
              `${done} of ${STEPS.length} done`
            )}
          </p>
          <CloseButton
            className={classes.close}
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
            {STEPS.map((step, index) => (
              <Step
                key={step}
                step={step}
                number={index + 1}
                welcome={welcome}
                short={short}
                next={step === STEPS.find((one) => !welcome[one])}
              />
            ))}
          </ol>
        )}
      </div>
    </section>
  );
}

interface StepProps {
  readonly step: (typeof STEPS)[number];
  readonly number: number;
  readonly welcome: State;
  readonly short: boolean;
  /** Whether it's the first one left, the only one that a short card shows. */
  readonly next: boolean;
}

function Step({ step, number, welcome, short, next }: StepProps) {
  const { title, text, tab } = GUIDES[step];
  const done = welcome[step];
  return (
    <li data-done={done || undefined} data-next={next || undefined}>
      <span className={classes.sign} aria-hidden="true">
        {done ? <IconCircleCheck size={20} stroke={1.6} /> : short ? `Step ${number} of ${STEPS.length}` : number}
      </span>
      <div>
        <h3>
          {tab ? (
            <Link
              to="/community"
              search={{ tab }}
              // The scroll would hide that something happens below.
              resetScroll={false}
              onClick={() => focusWhenShown(tab === "forYou" && !done ? TAGS_FIELD : currentTab(tab))}
            >
              {title}
            </Link>
          ) : (
            <Link to="/wallet">{title}</Link>
          )}
          {done && <span className="visually-hidden">, done</span>}
        </h3>
        <p>{text}</p>
      </div>
      <IconChevronRight className={classes.go} size={18} stroke={1.6} aria-hidden="true" />
    </li>
  );
}
