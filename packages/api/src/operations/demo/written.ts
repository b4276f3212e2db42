import { DAY_MS } from "@bbux/contract";
import type { DB } from "@bbux/db";
import type { Transaction } from "kysely";
import type { News } from "../../people/notifications/index.ts";
import type { Award } from "../../people/reputation/index.ts";
import type { Picture } from "./pictures.ts";
import type { Voter } from "./votes.ts";

export type Trx = Transaction<DB>;

/** A stored picture. */
export interface Stored {
  readonly key: string;
  readonly url: string;
  readonly bytes: number;
}

/** Moves money, or adds a line to the public log. */
export interface Move {
  readonly at: Date;
  run(): Promise<unknown>;
}

/** Ids by the names that the data uses. */
export interface Known {
  readonly now: Date;
  readonly users: ReadonlyMap<string, string>;
  readonly tags: ReadonlyMap<string, string>;
  /** Everyone who may vote. */
  readonly voters: readonly Voter[];
  readonly pictures: ReadonlyMap<Picture, Stored>;
  /** What `move` makes once everything else is written, in the order of time. */
  readonly moves: Move[];
}

/** A text that is in the database. */
export interface Written {
  readonly kind: "post" | "answer" | "comment";
  readonly id: string;
  readonly postId: string;
  /** Of a comment on an answer. */
  readonly answerId?: string | null;
  /** Of the post. */
  readonly title: string;
  readonly content: string;
  readonly author: string;
  readonly authorId: string;
  readonly at: Date;
  readonly votes: readonly [up: number, down: number];
}

/** The acceptance of another member's answer. */
export interface Acceptance {
  readonly answer: Written;
  readonly by: string;
  readonly at: Date;
  /** In base units, if there was a bounty to win. */
  readonly won: bigint | null;
}

export interface Story {
  readonly texts: readonly Written[];
  readonly acceptances: readonly Acceptance[];
}

/** An event that earned a member points. */
export interface Event {
  readonly member: string;
  readonly at: Date;
  readonly entries: readonly Award[];
}

/** The reputation that decisions earned their voters, and who is notified. */
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

/** A demo member as the author of a text. All have confirmed their addresses. */
export function authorOf(id: string, username: string) {
  return { viewer: { id, username, emailVerified: true }, verifiesEmail: true } as const;
}
