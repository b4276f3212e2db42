import { type FlagCase, REPUTATION, suspensionProblem, type User } from "@bbux/contract";
import { bbux, unitsOf } from "../../components/Amount.format.ts";
import { plural } from "../../components/TimeAgo.format.ts";

export type Act = "hide" | "hideAbuse" | "uphold" | "upholdAbuse" | "dismiss" | "restore" | "suspend" | "close";
export type Target = FlagCase["target"];
export type Judge = Pick<User, "id" | "role">;

const flagged = -REPUTATION.CONTENT_FLAGGED;
const abuse = flagged - REPUTATION.SPAM_OR_ABUSE;
export const suspended = -REPUTATION.SUSPENDED;

/** Returns the actions on a case: frequent ones as buttons, the rest in a menu. Nobody judges their own content, or a rival (docs/DECISIONS.md §2). */
export function actsFor(target: Target, open: number, judge: Judge): { readonly often: Act[]; readonly seldom: Act[] } {
  const often: Act[] = [];
  const seldom: Act[] = [];
  if (target.own) return { often, seldom };
  const content = target.type !== "user";
  const author = { id: target.authorId, role: target.authorRole };
  const suspends = !target.authorSuspended && !target.rival && suspensionProblem(judge, author) === null;
  if (target.rival && !content) return { often, seldom };
  if (target.interested) return { often, seldom: suspends ? ["suspend"] : [] };
  if (content && target.state === "HIDDEN") often.push("restore");
  if (content && target.state === "VISIBLE") often.push("hide", "hideAbuse");
  if (open > 0) {
    if (!content || target.state !== "VISIBLE") often.push("uphold", "upholdAbuse");
    else seldom.push("uphold", "upholdAbuse");
    often.push("dismiss");
  }
  if (suspends) seldom.push("suspend");
  if (target.type === "post" && target.state === "VISIBLE") seldom.push("close");
  return { often, seldom };
}

export const ACT_LABELS: Readonly<Record<Act, string>> = {
  hide: "Hide",
  hideAbuse: "Hide as spam or abuse",
  uphold: "Uphold",
  upholdAbuse: "Uphold as spam or abuse",
  dismiss: "Dismiss",
  restore: "Restore",
  suspend: "Suspend author",
  close: "Close post",
};

/** "author" would be wrong for a flagged member. */
export function actLabel(act: Act, target: Target): string {
  if (act === "suspend" && target.type === "user") return "Suspend";
  if (target.type !== "user" && target.state === "VISIBLE") {
    if (act === "uphold") return "Uphold, leave it visible";
    if (act === "upholdAbuse") return "Uphold as spam or abuse, leave it visible";
  }
  return ACT_LABELS[act];
}

export interface Outlook {
  readonly title: string;
  /** One sentence each. */
  readonly consequences: readonly string[];
  readonly label: string;
  readonly submit: string;
  readonly danger: boolean;
  /** The toast on success. */
  readonly done: string;
}

/** What dialogs say of each kind, whole, because translations decline its name. */
const WORDS: Readonly<
  Record<Target["type"], Readonly<Record<"hide" | "hideAbuse" | "hidden" | "stays" | "restore" | "back", string>>>
> = {
  post: {
    hide: "Hide this post?",
    hideAbuse: "Hide this post as spam or abuse?",
    hidden: "The post is hidden. It can be restored under Decided.",
    stays: "The post stays where it is.",
    restore: "Restore this post?",
    back: "The post is back",
  },
  answer: {
    hide: "Hide this answer?",
    hideAbuse: "Hide this answer as spam or abuse?",
    hidden: "The answer is hidden. It can be restored under Decided.",
    stays: "The answer stays where it is.",
    restore: "Restore this answer?",
    back: "The answer is back",
  },
  comment: {
    hide: "Hide this comment?",
    hideAbuse: "Hide this comment as spam or abuse?",
    hidden: "The comment is hidden. It can be restored under Decided.",
    stays: "The comment stays where it is.",
    restore: "Restore this comment?",
    back: "The comment is back",
  },
  message: {
    hide: "Hide this chat message?",
    hideAbuse: "Hide this chat message as spam or abuse?",
    hidden: "The chat message is hidden. It can be restored under Decided.",
    stays: "The chat message stays where it is.",
    restore: "Restore this chat message?",
    back: "The chat message is back",
  },
  user: {
    hide: "Hide this member?",
    hideAbuse: "Hide this member as spam or abuse?",
    hidden: "The member is hidden. It can be restored under Decided.",
    stays: "The member stays where it is.",
    restore: "Restore this member?",
    back: "The member is back",
  },
};

/** What a dialog asks before an action, and its consequences (docs/DECISIONS.md §2, §3). */
export function outlook(act: Act, target: Target, open: number): Outlook {
  const words = WORDS[target.type];
  const who = target.authorUsername;
  const upheld = open > 0 ? [plural(open, ["The open flag is upheld.", "The # open flags are upheld."])] : [];
  const told = `${who} gets a notification with your words below, and can appeal once.`;
  switch (act) {
    case "hide":
    case "hideAbuse": {
      const heavy = act === "hideAbuse";
      return {
        title: heavy ? words.hideAbuse : words.hide,
        consequences: [
          gone(target),
          costs(who, heavy ? abuse : flagged),
          ...bounty(
            target,
            (sum) => `Its bounty of ${sum} stays in escrow until its payout date, then it's settled like any other.`,
          ),
          ...upheld,
          told,
          "It can be restored at any time.",
        ],
        label: `Reason, as ${who} will read it`,
        submit: "Hide",
        danger: true,
        done: words.hidden,
      };
    }
    case "uphold":
    case "upholdAbuse":
      return {
        title: act === "upholdAbuse" ? "Uphold as spam or abuse?" : "Uphold the flags?",
        consequences: [
          ...upheld,
          costs(who, act === "upholdAbuse" ? abuse : flagged),
          ...(target.state === "VISIBLE" && target.type !== "user" ? [words.stays] : []),
          `${who} gets a notification with your words below.`,
        ],
        label: `Reason, as ${who} will read it`,
        submit: "Uphold",
        danger: true,
        done: "Upheld",
      };
    case "dismiss":
      return {
        title: "Dismiss the flags?",
        consequences: [
          plural(open, ["The open flag is dismissed.", "The # open flags are dismissed."]),
          `${who} loses nothing and is not told.`,
        ],
        label: "Reason",
        submit: "Dismiss",
        danger: false,
        done: "Dismissed",
      };
    case "restore":
      return {
        title: words.restore,
        consequences: [
          "Everyone can see it again, where it was.",
          `${who} gets back the points that it cost, and a notification.`,
          "The flags that were upheld with it are dismissed.",
        ],
        label: "Reason",
        submit: "Restore",
        danger: false,
        done: words.back,
      };
    case "suspend":
      return {
        title: `Suspend ${who}?`,
        consequences: suspension(who),
        label: `Reason, as ${who} will read it`,
        submit: "Suspend",
        danger: true,
        done: `${who} is suspended`,
      };
    case "close":
      return {
        title: "Close this post?",
        consequences: [
          "It stays visible but takes no more answers, and none can be accepted.",
          ...bounty(
            target,
            (sum) =>
              `Its bounty of ${sum} goes back to ${who} immediately, and an open refund request is completed with it.`,
          ),
          "A closed post can't be reopened.",
        ],
        label: "Reason",
        submit: "Close post",
        danger: true,
        done: "The post is closed",
      };
  }
}

function gone({ type }: Target): string {
  return type === "post" ? "No one can see it anymore, or its answers and comments." : "No one can see it anymore.";
}

function costs(who: string, points: number): string {
  return `${who} loses ${points} points of reputation, once for this.`;
}

function bounty({ bounty: sum }: Target, fate: (sum: string) => string): string[] {
  return sum ? [fate(bbux(unitsOf(sum.amount)))] : [];
}

/** What a suspension means for the member. */
export function suspension(who: string): string[] {
  return [
    `${who} can sign in, see and withdraw their own money, and do nothing else.`,
    `${who} loses ${suspended} points of reputation.`,
    `${who} gets a notification with your words below.`,
    `Votes that ${who} has cast keep counting, unless it's for voting fraud.`,
    "It lasts until a moderator ends it.",
  ];
}
