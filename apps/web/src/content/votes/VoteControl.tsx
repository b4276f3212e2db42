import { FEATURES, type User } from "@bbux/contract";
import { IconArrowBigDown, IconArrowBigDownFilled, IconArrowBigUp, IconArrowBigUpFilled } from "@tabler/icons-react";
import { plural } from "../../components/TimeAgo.format.ts";
import { useSession } from "../../lib/session.ts";
import { castVote } from "./castVote.ts";
import classes from "./VoteControl.module.css";
import type { VoteTarget } from "./voteCache.ts";
import { type Figures, netText } from "./voteCounts.ts";

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
}

/** The votes on a post, an answer or a comment, with arrows up and down. */
export function VoteControl({ target, authorId, layout = "line", size = "md", ...figures }: VoteControlProps) {
  const { user, loading } = useSession();
  if (!FEATURES.voting) return null;
  const reason = loading ? "" : refusal(user, authorId, target.kind);
  const arrow = (direction: 1 | -1) => (
    <Arrow
      direction={direction}
      pressed={figures.userVote === direction}
      reason={reason}
      size={size === "md" ? 22 : 18}
      onClick={() => castVote(target, figures, direction)}
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
    </div>
  );
}

/** Returns why this person can't vote; `null` when they can. */
function refusal(user: User | null, authorId: string, kind: VoteTarget["kind"]): string | null {
  if (!user) return "Login to vote";
  if (user.id === authorId) return `You cannot vote on your own ${kind}`;
  if (user.suspended) return "A suspended account cannot vote";
  return user.emailVerified ? null : "Confirm your email address to vote";
}

interface ArrowProps {
  readonly direction: 1 | -1;
  readonly pressed: boolean;
  /** `null` when it may be clicked; empty until the session is known. */
  readonly reason: string | null;
  readonly size: number;
  readonly onClick: () => void;
}

/** Stays in the tab order when unusable, so that everyone can find out why. */
function Arrow({ direction, pressed, reason, size, onClick }: ArrowProps) {
  const Icon = ICONS[direction][pressed ? "on" : "off"];
  return (
    <button
      type="button"
      className={classes.arrow}
      data-act={direction === 1 ? "upvote" : "downvote"}
      aria-label={direction === 1 ? "Upvote" : "Downvote"}
      aria-pressed={pressed}
      aria-disabled={reason === null ? undefined : true}
      title={reason || undefined}
      onClick={reason === null ? onClick : undefined}
    >
      <Icon size={size} stroke={1.6} aria-hidden />
    </button>
  );
}

const ICONS = {
  1: { on: IconArrowBigUpFilled, off: IconArrowBigUp },
  [-1]: { on: IconArrowBigDownFilled, off: IconArrowBigDown },
} as const;
