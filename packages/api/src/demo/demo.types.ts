import type { codeBlock, Role, Social } from "@bbux/contract";
import type { z } from "zod";
import type { Picture } from "./pictures.ts";

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
  /** Addresses, as the profile's form takes them. */
  readonly links: Partial<Record<Social | "website", string>>;
}

/** Somebody who reads and votes, and whom nobody signs in as. */
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

/** How a text stood until it was edited. What an edit left alone is absent. */
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
  /** How many members voted up and down; who and when is drawn by lot, always the same. */
  readonly votes?: readonly [up: number, down: number];
}

export interface DemoAnswer extends DemoText {
  /** Markdown. */
  readonly content: string;
  readonly codeBlocks?: readonly z.infer<typeof codeBlock>[];
  readonly accepted?: true;
  /** Earlier versions, the first one first. */
  readonly earlier?: readonly DemoVersion[];
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
  /** `returned` closes the post and gives the bounty back; with an accepted answer it is paid. */
  readonly bounty?: { readonly amount: string; readonly days: number; readonly returned?: true };
  readonly closed?: true;
  /** Earlier versions, the first one first. */
  readonly earlier?: readonly DemoVersion[];
  readonly answers?: readonly DemoAnswer[];
  readonly comments?: readonly DemoComment[];
}
