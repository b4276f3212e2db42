interface Bookmark {
  readonly member: string;
  /** The post's title. */
  readonly post: string;
  readonly daysAgo: number;
}

interface Link {
  /** Titles. */
  readonly post: string;
  readonly related: string;
  readonly kind: "linked" | "duplicate";
}

const INDEX = "Why does PostgreSQL ignore my index when I filter by date(created_at)?";
const QUEUE = "FOR UPDATE SKIP LOCKED as a job queue: what can go wrong?";
const MIGRATIONS = "A checklist for reviewing database migrations";
const NEVER = "Make the compiler complain when a switch over a union misses a case";
const MUTEX = "Why must I not hold a std MutexGuard across an .await?";
const FLOAT = "Why must money never be a float, and what do I use instead?";
const LOAN = "How is the monthly payment of a loan calculated, and why is it nearly all interest at first?";
const AB_TEST = "How many visitors do I need before an A/B test can tell me anything?";
const SIGTERM = "My container ignores SIGTERM and takes ten seconds to stop";
const PASSWORD = "I committed a password to a public repository. How do I get it out of the history?";
const CLOCK = "How do I test code that depends on the current time?";
const PENDULUM = "Why does a heavier pendulum not swing faster?";
const COMMITMENT = "Solana: confirmed or finalized, which one before I credit a deposit?";
const RESEND = "Blockhash expired: how do I resend a Solana transaction without paying twice?";
const TOKEN = "Is it enough to store a SHA-256 of a session token, or does it need a slow hash?";
const TOGGLE = "How do I make a custom toggle work with keyboard and screen reader?";
const EFFECT = "My useEffect runs twice in development. Is that a bug?";

export const links: readonly Link[] = [
  { post: RESEND, related: COMMITMENT, kind: "linked" },
  { post: QUEUE, related: MIGRATIONS, kind: "linked" },
  { post: MIGRATIONS, related: INDEX, kind: "linked" },
  { post: LOAN, related: FLOAT, kind: "linked" },
  { post: TOKEN, related: PASSWORD, kind: "linked" },
  { post: MUTEX, related: QUEUE, kind: "linked" },
];

export const bookmarks: readonly Bookmark[] = [
  { member: "maren", post: COMMITMENT, daysAgo: 44 },
  { member: "maren", post: AB_TEST, daysAgo: 31.5 },
  { member: "maren", post: MIGRATIONS, daysAgo: 11.1 },
  { member: "maren", post: QUEUE, daysAgo: 1.1 },
  { member: "kenji", post: SIGTERM, daysAgo: 47 },
  { member: "kenji", post: QUEUE, daysAgo: 1.7 },
  { member: "kenji", post: TOKEN, daysAgo: 0.2 },
  { member: "amara", post: MIGRATIONS, daysAgo: 11.8 },
  { member: "amara", post: INDEX, daysAgo: 30 },
  { member: "amara", post: FLOAT, daysAgo: 27 },
  { member: "amara", post: MUTEX, daysAgo: 3 },
  { member: "teodor", post: PASSWORD, daysAgo: 0.9 },
  { member: "teodor", post: CLOCK, daysAgo: 2.6 },
  { member: "lucia_p", post: FLOAT, daysAgo: 28 },
  { member: "lucia_p", post: PENDULUM, daysAgo: 26 },
  { member: "oskar", post: MIGRATIONS, daysAgo: 11.6 },
  { member: "oskar", post: TOGGLE, daysAgo: 17 },
  { member: "oskar", post: RESEND, daysAgo: 8 },
  { member: "priya", post: NEVER, daysAgo: 50 },
  { member: "priya", post: COMMITMENT, daysAgo: 10.5 },
  { member: "priya", post: CLOCK, daysAgo: 2 },
  { member: "noor", post: INDEX, daysAgo: 37.4 },
  { member: "noor", post: SIGTERM, daysAgo: 35 },
  { member: "noor", post: EFFECT, daysAgo: 15.5 },
  { member: "noor", post: NEVER, daysAgo: 36.2 },
  { member: "noor", post: FLOAT, daysAgo: 28.4 },
];
