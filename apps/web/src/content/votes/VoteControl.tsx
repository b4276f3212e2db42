import { FEATURES, type User } from "@bbux/contract";
import { IconArrowBigDown, IconArrowBigDownFilled, IconArrowBigUp, IconArrowBigUpFilled } from "@tabler/icons-react";
import { lazy, Suspense, useEffect, useEffectEvent, useState } from "react";
import { plural } from "../../components/TimeAgo.format.ts";
import { messageOf } from "../../lib/errors.ts";
import { notifySuccess, notifyWarning } from "../../lib/notify.ts";
import { useSession } from "../../lib/session.ts";
import { castVote } from "./castVote.ts";
import { takeKeptVote } from "./keptVote.ts";
import classes from "./VoteControl.module.css";
import type { VoteTarget } from "./voteCache.ts";
import { type Figures, netText } from "./voteCounts.ts";
import type { VoteWords } from "./voteWords.ts";

// Loaded on demand, because few visitors vote.
const SignInToVote = lazy(async () => ({ default: (await import("./SignInToVote.tsx")).SignInToVote }));

interface VoteControlProps {
  readonly target: VoteTarget;
  /** The author, because nobody votes on their own content. */
  readonly authorId: string;
  readonly up: number;
  readonly down: number;
  readonly userVote: Figures["userVote"];
  /** `side` is beside the text and becomes a line on phones; `line` is always a line. */
  readonly layout?: "side" | "line";
  readonly size?: "md" | "sm";
  /** Defaults to a post's. */
  readonly words?: VoteWords;
}

/** The votes on a post, an answer or a comment, with arrows up and down. */
export function VoteControl({
  target,
  authorId,
  layout = "line",
  size = "md",
  words = POST_WORDS,
  ...figures
}: VoteControlProps) {
  const { user, loading } = useSession();
  // Stays mounted once opened, so that the dialog can fade out.
  const [asked, setAsked] = useState<{ readonly arrow: 1 | -1; readonly opened: boolean } | null>(null);
  // Only a member's own vote is announced, and not every change that arrives.
  const [announced, setAnnounced] = useState("");
  const reason = loading ? "" : refusal(user, authorId, words.own);
  const castKept = useEffectEvent(() => {
    const kept = takeKeptVote(target);
    if (kept === null) return;
    if (reason) notifyWarning(`${reason}.`);
    // A press on the active arrow would withdraw the vote.
    else if (figures.userVote !== kept) castVote(target, figures, kept, KEPT);
  });
  const isSignedIn = user !== null;
  useEffect(() => {
    if (isSignedIn) castKept();
  }, [isSignedIn]);
  if (!FEATURES.voting) return null;
  const asksToSignIn = !loading && !user;
  const arrow = (direction: 1 | -1) => (
    <Arrow
      direction={direction}
      name={direction === 1 ? words.up : words.down}
      pressed={figures.userVote === direction}
      reason={reason}
      asksToSignIn={asksToSignIn}
      size={size === "md" ? 22 : 18}
      onClick={() => {
        if (asksToSignIn) return setAsked({ arrow: direction, opened: true });
        castVote(target, figures, direction, {
          counted: ({ up, down }) => setAnnounced(plural(up - down, ["# vote", "# votes"])),
        });
      }}
    />
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields of a form, and these are none
    <div className={classes.votes} data-layout={layout} data-size={size} role="group" aria-label="Votes">
      {arrow(1)}
      <span className={classes.net} title={`${figures.up} up, ${figures.down} down`}>
        {netText(figures)}
        <span className="visually-hidden"> {plural(Math.abs(figures.up - figures.down), ["vote", "votes"])}</span>
      </span>
      {arrow(-1)}
      <span className="visually-hidden" role="status">
        {announced}
      </span>
      {asked && asksToSignIn && (
        <Suspense>
          <SignInToVote target={target} {...asked} onClose={() => setAsked({ ...asked, opened: false })} />
        </Suspense>
      )}
    </div>
  );
}

/** What a member reads about a vote that they were promised before they signed in. */
const KEPT = {
  counted: () => notifySuccess("Your vote was counted"),
  failed: (error: unknown) =>
    notifyWarning(`Your vote wasn't counted: ${messageOf(error, /* @wc-include */ "please try again in a moment")}`),
};

const POST_WORDS: VoteWords = {
  up: "Upvote this post",
  down: "Downvote this post",
  own: "You cannot vote on your own post",
};

/** Returns why this person can't vote; `null` when they can. */
function refusal(user: User | null, authorId: string, own: string): string | null {
  if (!user) return "Login to vote";
  if (user.id === authorId) return own;
  if (user.suspended) return "Suspended accounts can't vote";
  return user.emailVerified ? null : "Confirm your email address to vote";
}

interface ArrowProps {
  readonly direction: 1 | -1;
  readonly name: string;
  readonly pressed: boolean;
  /** `null` when it may be clicked; empty until the session is known. */
  readonly reason: string | null;
  /** A visitor's arrow, which asks them to sign in instead of voting. */
  readonly asksToSignIn: boolean;
  readonly size: number;
  readonly onClick: () => void;
}

/** Stays in the tab order when unusable, so that everyone can find out why. */
function Arrow({ direction, name, pressed, reason, asksToSignIn, size, onClick }: ArrowProps) {
  const Icon = ICONS[direction][pressed ? "on" : "off"];
  return (
    <button
      type="button"
      className={classes.arrow}
      data-act={direction === 1 ? "upvote" : "downvote"}
      aria-label={name}
      aria-pressed={pressed}
      aria-disabled={reason === null ? undefined : true}
      title={reason || undefined}
      onClick={reason === null || asksToSignIn ? onClick : undefined}
    >
      <Icon size={size} stroke={1.6} aria-hidden />
    </button>
  );
}

const ICONS = {
  1: { on: IconArrowBigUpFilled, off: IconArrowBigUp },
  [-1]: { on: IconArrowBigDownFilled, off: IconArrowBigDown },
} as const;
