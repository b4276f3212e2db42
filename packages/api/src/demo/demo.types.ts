import type { codeBlock, Role } from "@bbux/contract";
import type { z } from "zod";

/** Somebody of the demo community, named by username wherever they act. */
export interface DemoMember {
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly bio: string;
  readonly location: string;
  readonly role: Role;
  /** BBUX they have received, as a decimal. What bounties cost comes off it, what they win is added. */
  readonly funds: string;
  readonly joinedDaysAgo: number;
}

export interface DemoTag {
  readonly name: string;
  readonly description: string;
  readonly color: string;
}

interface DemoText {
  readonly author: string;
  /** Fractions are hours: 0.5 is twelve hours ago. */
  readonly daysAgo: number;
  /** Votes up and down. */
  readonly votes?: readonly [up: number, down: number];
}

export interface DemoAnswer extends DemoText {
  /** Markdown. */
  readonly content: string;
  readonly codeBlocks?: readonly z.infer<typeof codeBlock>[];
  readonly accepted?: true;
}

export interface DemoComment extends DemoText {
  /** Plain text. */
  readonly content: string;
}

export interface DemoPost extends DemoText {
  readonly title: string;
  readonly tags: readonly string[];
  /** Markdown. */
  readonly content: string;
  readonly codeBlocks?: readonly z.infer<typeof codeBlock>[];
  readonly type?: "question" | "share";
  /** `returned` closes the post and gives the bounty back; with an accepted answer it is paid. */
  readonly bounty?: { readonly amount: string; readonly days: number; readonly returned?: true };
  readonly closed?: true;
  readonly answers?: readonly DemoAnswer[];
  readonly comments?: readonly DemoComment[];
}
