import type { codeBlock, Role, Social } from "@bbux/contract";
import type { z } from "zod";
import type { Picture } from "./pictures.ts";

/** A member of the demo community, referred to by username. */
export interface DemoMember {
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly bio: string;
  readonly location: string;
  readonly role: Role;
  /** BBUX received, as a decimal. Bounties placed are subtracted, bounties won are added. */
  readonly funds: string;
  readonly joinedDaysAgo: number;
  /** Addresses, as the profile form accepts them. */
  readonly links: Partial<Record<Social | "website", string>>;
}

/** A member who reads and votes, and has no demo sign-in. */
export interface DemoReader {
  readonly username: string;
  readonly joinedDaysAgo: number;
  readonly funds?: undefined;
}

export interface DemoTag {
  readonly name: string;
  readonly description: string;
  readonly color: string;
}

/** A text before it was edited. Fields that the edit didn't change are absent. */
export interface DemoVersion {
  readonly title?: string;
  /** Markdown. */
  readonly content?: string;
  readonly tags?: readonly string[];
  /** When it was edited. */
  readonly untilDaysAgo: number;
}

interface DemoText {
  readonly author: string;
  /** Fractions are hours: 0.5 is twelve hours ago. */
  readonly daysAgo: number;
  /** Numbers of upvotes and downvotes; who and when is drawn pseudorandomly, always with the same result. */
  readonly votes?: readonly [up: number, down: number];
}

export interface DemoAnswer extends DemoText {
  /** Markdown. */
  readonly content: string;
  readonly codeBlocks?: readonly z.infer<typeof codeBlock>[];
  readonly accepted?: true;
  /** Earlier versions, oldest first. */
  readonly earlier?: readonly DemoVersion[];
  readonly comments?: readonly DemoComment[];
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
  readonly picture?: Picture;
  readonly type?: "question" | "share";
  /** `returned` closes the post and returns the bounty; with an accepted answer it is paid. */
  readonly bounty?: { readonly amount: string; readonly days: number; readonly returned?: true };
  readonly closed?: true;
  /** Earlier versions, oldest first. */
  readonly earlier?: readonly DemoVersion[];
  readonly answers?: readonly DemoAnswer[];
  readonly comments?: readonly DemoComment[];
}
