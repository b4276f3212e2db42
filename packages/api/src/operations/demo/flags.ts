import type { FlagReason } from "@bbux/contract";

/** A flag on a text, found by its author and how it begins. */
interface DemoFlag {
  readonly on: "post" | "answer" | "comment" | "message";
  readonly author: string;
  /** The beginning of its title or text. */
  readonly begins: string;
  readonly reporter: string;
  readonly reason: FlagReason;
  readonly note: string;
  readonly daysAgo: number;
}

/** What moderators have to decide about, longest wait first: after the chat has called the queue empty. */
export const flags: readonly DemoFlag[] = [
  {
    on: "post",
    author: "priya",
    begins: "Best front-end framework in 2026?",
    reporter: "ulrike",
    reason: "OFF_TOPIC",
    note: "It asks for opinions. It's closed, but still comes first when I search for “framework”.",
    daysAgo: 0.24,
  },
  {
    on: "answer",
    author: "kenji",
    begins: "A transaction can land as long as",
    reporter: "viktor_h",
    reason: "WRONG_INFORMATION",
    note: "“150 blocks, about a minute” may no longer be right after the last upgrade.",
    daysAgo: 0.21,
  },
  {
    on: "post",
    author: "priya",
    begins: "Best front-end framework in 2026?",
    reporter: "emeka",
    reason: "OTHER",
    note: "Can this be removed? Every answer would be a matter of taste.",
    daysAgo: 0.19,
  },
  {
    on: "comment",
    author: "ulrike",
    begins: "Printed and on the wall.",
    reporter: "bastien",
    reason: "SPAM",
    note: "It adds nothing. There are votes for that.",
    daysAgo: 0.13,
  },
  {
    on: "message",
    author: "oskar",
    begins: "`explain (analyze, buffers)` or it did not happen.",
    reporter: "delphine",
    reason: "ABUSE",
    note: "This sounds as if amara had lied. Or is it a joke?",
    daysAgo: 0.08,
  },
];
