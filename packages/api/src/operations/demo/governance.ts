import type { ProposalType } from "@bbux/contract";

/** Times are days before the demo begins. */
interface DemoVote {
  readonly member: string;
  readonly daysAgo: number;
}

interface DemoProposal {
  readonly author: string;
  readonly type: Exclude<ProposalType, "PARAMETER">;
  readonly title: string;
  readonly proposal: string;
  readonly daysAgo: number;
  readonly votes: readonly (DemoVote & { readonly support: boolean })[];
  /** It passed, and this was done. */
  readonly executed?: { readonly by: string; readonly note: string; readonly daysAgo: number };
}

interface DemoRefund {
  /** The post's title. */
  readonly post: string;
  readonly reason: string;
  readonly daysAgo: number;
  readonly votes: readonly (DemoVote & { readonly approve: boolean; readonly reason: string })[];
}

export const stakes: readonly (DemoVote & { readonly amount: string })[] = [
  { member: "kenji", amount: "10.5", daysAgo: 21 },
  { member: "amara", amount: "3", daysAgo: 20.4 },
  { member: "priya", amount: "2.5", daysAgo: 19.7 },
  { member: "oskar", amount: "1.5", daysAgo: 19.2 },
  { member: "maren", amount: "1.5", daysAgo: 18.1 },
  { member: "teodor", amount: "1", daysAgo: 17.3 },
];

export const proposals: readonly DemoProposal[] = [
  {
    author: "kenji",
    type: "POLICY",
    title: "Whoever offers a bounty says what earns it",
    proposal: `Twice this month a bounty went to an answer that was good, but not what had been asked for.

**Proposal.** A post with a bounty says in its last lines what an answer must contain to be accepted:

- the question that decides ("it must work without a restart"),
- what does not count ("no third-party service"),
- by when somebody will try it out.

Moderators remind askers who forget. Nothing is closed for it.`,
    daysAgo: 16,
    votes: [
      { member: "kenji", support: true, daysAgo: 15.9 },
      { member: "priya", support: true, daysAgo: 15.1 },
      { member: "amara", support: true, daysAgo: 13.4 },
      { member: "oskar", support: false, daysAgo: 12.2 },
      { member: "teodor", support: true, daysAgo: 9.6 },
    ],
    executed: {
      by: "maren",
      note: "It stands in the house rules from today, and moderators remind askers with a comment.",
      daysAgo: 8.3,
    },
  },
  {
    author: "amara",
    type: "SIGNAL",
    title: "Should every tag name two people who look after it?",
    proposal: `Some tags have a description that nobody has read since it was written, and questions that fit three of them.

I would like to know what you think of **two keepers for every tag**: they see its new questions first, and mend tags and titles.
This asks for an opinion; if it is a yes, I shall write down how keepers are chosen.`,
    daysAgo: 2.3,
    votes: [
      { member: "amara", support: true, daysAgo: 2.2 },
      { member: "teodor", support: false, daysAgo: 1.4 },
      { member: "priya", support: true, daysAgo: 0.6 },
    ],
  },
];

export const refunds: readonly DemoRefund[] = [
  {
    post: "How do I make a custom toggle work with keyboard and screen reader?",
    reason: "Nobody answered in time, and we have replaced the whole page with a form that has no switch.",
    daysAgo: 20.6,
    votes: [
      { member: "amara", approve: true, daysAgo: 20.5, reason: "There was no answer at all when it expired." },
      { member: "kenji", approve: true, daysAgo: 20.3, reason: "Three days without an answer: nobody loses anything." },
      { member: "teodor", approve: true, daysAgo: 20.1, reason: "No answers, so there is nobody to be paid." },
      { member: "maren", approve: true, daysAgo: 19.8, reason: "It expired unanswered. Next time give it a week." },
      { member: "lucia_p", approve: true, daysAgo: 19.5, reason: "I had wanted to answer and did not get to it." },
    ],
  },
  {
    post: "Blockhash expired: how do I resend a Solana transaction without paying twice?",
    reason:
      "The answer explains what happens in the network. I asked how to do it from a browser wallet, and still cannot.",
    daysAgo: 0.8,
    votes: [
      {
        member: "teodor",
        approve: true,
        daysAgo: 0.7,
        reason: "The question names a browser wallet, the answer a server.",
      },
      {
        member: "oskar",
        approve: false,
        daysAgo: 0.3,
        reason: "The answer says what to store and when to give up: that is it.",
      },
    ],
  },
];
