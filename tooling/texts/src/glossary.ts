/** A name or phrase that texts never use, and what they use instead. */
export interface Avoided {
  readonly pattern: RegExp;
  readonly use: string;
}

/** One name for one thing, and no phrase that reads as translated (docs/WRITING_STYLE.md). */
export const AVOIDED: readonly Avoided[] = [
  { pattern: /\b[Ll]og(s|ged)? (in|out)\b|\bLog(in|out)\b/, use: "sign in, sign out" },
  { pattern: /\b(new|create) post\b|\bcreate (a )?bounty\b/i, use: "ask a question" },
  { pattern: /\bdeadline\b|\btime is up\b/i, use: "the bounty ends, the grace period, the payout date" },
  { pattern: /\brefusals?\b/i, use: "the vote on a refund" },
  { pattern: /\bset aside\b/i, use: "staked" },
  { pattern: /\b(what|nothing) waits\b/i, use: "needs attention, all caught up" },
  { pattern: /\bwithdrawals stop\b/i, use: "payouts are paused" },
  { pattern: /\btaken out of sight\b|\bout of (everyone|everybody)'s sight\b/i, use: "hidden or removed" },
  { pattern: /\bdecided for you\b/i, use: "granted or denied, upheld or dismissed" },
  { pattern: /\b(somebody|everybody|nobody)\b/i, use: "someone, everyone, no one, or who it is" },
  { pattern: /\bwhoever\b/i, use: "anyone, or who it is" },
  { pattern: /\bof (yours|mine|ours|theirs)\b/i, use: "your, my, our, their" },
  { pattern: /\bat once\b/i, use: "immediately" },
  { pattern: /\bby (itself|themselves)\b/i, use: "automatically, on its own" },
  { pattern: /\bbesides\b/i, use: "also" },
  { pattern: /\b(is|are|was|were) told\b/i, use: "gets a notification" },
  { pattern: /\b(lies|lie|stands|stand) (in|at|under|here)\b/i, use: "is stored in, is recorded in" },
  { pattern: /\b(asked |tried )?in vain\b/i, use: "that it failed" },
  { pattern: /\bsome (seconds|minutes)\b/i, use: "a few seconds" },
  { pattern: /\bcalls? (it|them) final\b/i, use: "finalizes" },
  {
    pattern: /\b(colour|cancelled|behaviour|favour|grey|licence)\b|\w+(is|ys)ation\b|\b(organ|recogn|real)ise/i,
    use: "American spelling",
  },
];

/** What is wrong with a text. @returns one sentence per find; `kept` texts are the specification's own */
export function avoidedIn(text: string, kept: ReadonlySet<string> = new Set()): string[] {
  if (kept.has(text)) return [];
  return AVOIDED.flatMap(({ pattern, use }) => {
    const [found] = pattern.exec(text) ?? [];
    return found === undefined ? [] : [`“${found}” in “${text}”: write ${use}`];
  });
}

/** The sentences of a text, each as its words; marks such as `{0}` and `<0/>` count as none. */
export function sentencesOf(text: string): string[][] {
  return text
    .replace(/<\/?\d+\/?>|\{\d+\}/g, " ")
    .split(/(?<=[.!?:])\s+/)
    .map((sentence) => sentence.split(/\s+/).filter((word) => /\w/.test(word)))
    .filter((words) => words.length > 0);
}
