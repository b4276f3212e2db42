import { type FlagCase, REPUTATION, suspensionProblem, type User } from "@bbux/contract";
import { bbux, unitsOf } from "../../components/Amount.format.ts";
import { plural } from "../../components/TimeAgo.format.ts";
import { TARGETS } from "./flagLabels.ts";

export type Act = "hide" | "hideAbuse" | "uphold" | "upholdAbuse" | "dismiss" | "restore" | "suspend" | "close";
export type Target = FlagCase["target"];
export type Judge = Pick<User, "id" | "role">;

const flagged = -REPUTATION.CONTENT_FLAGGED;
const abuse = flagged - REPUTATION.SPAM_OR_ABUSE;
export const suspended = -REPUTATION.SUSPENDED;

/** Returns the actions on a case: frequent ones as buttons, the rest in a menu. Nobody judges their own content. */
export function actsFor(target: Target, open: number, judge: Judge): { readonly often: Act[]; readonly seldom: Act[] } {
  const often: Act[] = [];
  const seldom: Act[] = [];
  if (target.authorId === judge.id) return { often, seldom };
  const content = target.type !== "user";
  if (content && target.state === "HIDDEN") often.push("restore");
  if (content && target.state === "VISIBLE") often.push("hide", "hideAbuse");
  if (open > 0) {
    if (!content || target.state !== "VISIBLE") often.push("uphold", "upholdAbuse");
    else seldom.push("uphold", "upholdAbuse");
    often.push("dismiss");
  }
  const author = { id: target.authorId, role: target.authorRole };
  if (!target.authorSuspended && suspensionProblem(judge, author) === null) seldom.push("suspend");
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
  if ((act === "uphold" || act === "upholdAbuse") && target.type !== "user" && target.state === "VISIBLE") {
    return `${ACT_LABELS[act]}, leave it visible`;
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

/** What a dialog asks before an action, and its consequences (docs/DECISIONS.md §2, §3). */
export function outlook(act: Act, target: Target, open: number): Outlook {
  const what = TARGETS[target.type].toLowerCase();
  const who = target.authorUsername;
  const flags = open === 1 ? "The open flag is" : `The ${plural(open, ["# open flag", "# open flags"])} are`;
  const upheld = open > 0 ? [`${flags} upheld.`] : [];
  const told = `${who} is told, in your words below, and can appeal once.`;
  switch (act) {
    case "hide":
    case "hideAbuse": {
      const heavy = act === "hideAbuse";
      return {
        title: heavy ? `Hide this ${what} as spam or abuse?` : `Hide this ${what}?`,
        consequences: [
          gone(target),
          costs(who, heavy ? abuse : flagged),
          ...bounty(target, "stays in escrow until its deadline, then it is settled like any other"),
          ...upheld,
          told,
          "It can be restored at any time.",
        ],
        label: `Reason, as ${who} will read it`,
        submit: "Hide",
        danger: true,
        done: `The ${what} is hidden. It can be restored under Decided.`,
      };
    }
    case "uphold":
    case "upholdAbuse":
      return {
        title: act === "upholdAbuse" ? "Uphold as spam or abuse?" : "Uphold the flags?",
        consequences: [
          ...upheld,
          costs(who, act === "upholdAbuse" ? abuse : flagged),
          ...(target.state === "VISIBLE" && target.type !== "user" ? [`The ${what} stays where it is.`] : []),
          `${who} is told, in your words below.`,
        ],
        label: `Reason, as ${who} will read it`,
        submit: "Uphold",
        danger: true,
        done: "Upheld",
      };
    case "dismiss":
      return {
        title: "Dismiss the flags?",
        consequences: [`${flags} dismissed.`, `${who} loses nothing and is not told.`],
        label: "Reason",
        submit: "Dismiss",
        danger: false,
        done: "Dismissed",
      };
    case "restore":
      return {
        title: `Restore this ${what}?`,
        consequences: [
          "Everyone can see it again, where it was.",
          `${who} has back the points that it cost, and is told.`,
          "The flags that were upheld with it are dismissed.",
        ],
        label: "Reason",
        submit: "Restore",
        danger: false,
        done: `The ${what} is back`,
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
          "It stays visible, but takes no more answers, and none can be accepted.",
          ...bounty(target, `goes back to ${who} at once, and an open refund request is completed with it`),
          "A closed post cannot be opened again.",
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

function bounty({ bounty: sum }: Target, fate: string): string[] {
  return sum ? [`Its bounty of ${bbux(unitsOf(sum.amount))} ${fate}.`] : [];
}

/** What a suspension means for the member. */
export function suspension(who: string): string[] {
  return [
    `${who} can sign in, see and withdraw their own money, and do nothing else.`,
    costs(who, suspended).replace(", once for this", ""),
    `${who} is told why, in your words below.`,
    "It lasts until a moderator ends it.",
  ];
}
