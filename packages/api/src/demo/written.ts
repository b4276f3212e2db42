import { DAY_MS } from "@bbux/contract";
import type { DB } from "@bbux/db";
import type { Transaction } from "kysely";
import type { News } from "../features/notifications/notify.command.ts";
import type { Picture } from "./pictures.ts";
import type { Voter } from "./votes.ts";
import type { Stored } from "./write-pictures.ts";
import type { Event } from "./write-reputation.ts";

export type Trx = Transaction<DB>;

/** Ids by the names that the data use. */
export interface Known {
  readonly now: Date;
  readonly users: ReadonlyMap<string, string>;
  readonly tags: ReadonlyMap<string, string>;
  /** Who may vote: everybody. */
  readonly voters: readonly Voter[];
  readonly pictures: ReadonlyMap<Picture, Stored>;
}

/** A text that is in the database. */
export interface Written {
  readonly kind: "post" | "answer" | "comment";
  readonly id: string;
  readonly postId: string;
  /** Of the post. */
  readonly title: string;
  readonly content: string;
  readonly author: string;
  readonly authorId: string;
  readonly at: Date;
  readonly votes: readonly [up: number, down: number];
}

/** An answer that was accepted by somebody else than its author. */
export interface Acceptance {
  readonly answer: Written;
  readonly by: string;
  readonly at: Date;
  /** Base units, when there was a bounty to win. */
  readonly won: bigint | null;
}

export interface Story {
  readonly texts: readonly Written[];
  readonly acceptances: readonly Acceptance[];
}

/** What decisions earned their voters, and who is told of them. */
export interface Told {
  readonly events: readonly Event[];
  readonly news: readonly News[];
}

export function ago(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}

export function need(map: ReadonlyMap<string, string>, name: string): string {
  const id = map.get(name);
  if (id === undefined) throw new Error(`The demo community has no ${name}`);
  return id;
}
