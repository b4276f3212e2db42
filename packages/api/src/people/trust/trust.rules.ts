import {
  DAY_MS,
  levelAbove,
  TRUST_CODES,
  type TrustKind,
  type TrustLevel,
  type TrustLimit,
  trustLimit,
} from "@bbux/contract";
import { allowed, refused, type Verdict } from "../../platform/errors/errors.ts";

/** What a member has used of one kind, with what they are about to do. */
export interface Use {
  readonly kind: TrustKind;
  /** Of what they are about to do. */
  readonly amount: number;
  readonly dayUsed: number;
  readonly dayStart: Date;
  readonly minuteUsed: number;
  readonly minuteStart: Date;
}

const MINUTE_MS = 60_000;

/** Which kinds hold for newcomers even where the limits by trust level are off (docs/adr/0035). */
export const ALWAYS_HELD: readonly TrustKind[] = ["posts", "answers"];

/** Lets a member do what is within the limits of their level; otherwise says until when not, and which level may do more. */
export function mayUse(level: TrustLevel, use: Use, now: Date): Verdict {
  const limit: TrustLimit = trustLimit(level, use.kind);
  if (use.dayUsed > limit.day) {
    return refusal(level, use, {
      most: limit.day,
      window: "day",
      until: new Date(use.dayStart.getTime() + DAY_MS),
      now,
    });
  }
  if (limit.minute !== undefined && use.minuteUsed > limit.minute) {
    const until = new Date(use.minuteStart.getTime() + MINUTE_MS);
    return refusal(level, use, { most: limit.minute, window: "minute", until, now });
  }
  return allowed;
}

interface Spent {
  readonly most: number;
  readonly window: "day" | "minute";
  readonly until: Date;
  readonly now: Date;
}

function refusal(level: TrustLevel, use: Pick<Use, "kind" | "amount">, { most, window, until, now }: Spent): Verdict {
  const { kind, amount } = use;
  const retryAfter = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1_000));
  const higher = levelAbove(level, kind);
  const details = { limit: most, window, level, until: until.toISOString(), retryAfter, liftedBy: higher };
  if (level === "new" && ALWAYS_HELD.includes(kind)) {
    const message = `Until you confirm your email address, you can ${phraseOf(kind, most)} a day. Open the link that we sent you, or ask for a new one.`;
    return refused("EMAIL_UNVERIFIED", { message });
  }
  const phrase = phraseOf(kind, most);
  const what = window === "day" ? `You can ${phrase} a day.` : `You can ${phrase} a minute.`;
  const next = amount > most ? SMALLER[kind] : `Try again in ${durationOf(retryAfter)}.`;
  return refused(TRUST_CODES[kind], { message: [what, next, more(kind, higher)].filter(Boolean).join(" "), details });
}

/** What to do if no waiting helps. */
const SMALLER: Partial<Record<TrustKind, string>> = {
  links: "Remove some links.",
  mentions: "Mention fewer members.",
  characters: "Shorten your text.",
  uploads: "Choose a smaller file.",
};

function more(kind: TrustKind, higher: TrustLevel | null): string {
  if (higher === null) return "";
  const most = numberOf(kind, trustLimit(higher, kind).day);
  return higher === "verified"
    ? `Once you've confirmed your email address, it's ${most} a day.`
    : `Once you're an established member, it's ${most} a day.`;
}

const WORDS: Readonly<Record<TrustKind, readonly [verb: string, one: string, many: string]>> = {
  posts: ["ask", "question", "questions"],
  answers: ["give", "answer", "answers"],
  comments: ["write", "comment", "comments"],
  votes: ["cast", "vote", "votes"],
  flags: ["send", "flag", "flags"],
  links: ["add", "link", "links"],
  mentions: ["make", "mention", "mentions"],
  characters: ["write", "character", "characters"],
  uploads: ["upload", "", ""],
  messages: ["send", "message", "messages"],
  tags: ["propose", "tag", "tags"],
};
const SMALL = ["no", "one", "two", "three"];

/** `ask five questions`, as it follows "you can". */
function phraseOf(kind: TrustKind, most: number): string {
  const [verb, one, many] = WORDS[kind];
  return `${verb} ${numberOf(kind, most)} ${most === 1 ? one : many}`.trim();
}

function numberOf(kind: TrustKind, value: number): string {
  if (kind === "uploads") return `${Math.round(value / 1024 ** 2)} MB`;
  return SMALL[value] ?? value.toLocaleString("en-US");
}

/** Seconds in words, rounded up. */
export function durationOf(seconds: number): string {
  const [value, unit] =
    seconds <= 90 ? [seconds, "second"] : seconds <= 5_400 ? [seconds / 60, "minute"] : [seconds / 3_600, "hour"];
  const whole = Math.ceil(value);
  return `${whole} ${unit}${whole === 1 ? "" : "s"}`;
}
