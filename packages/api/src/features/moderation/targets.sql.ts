import type { FlagTarget } from "@bbux/contract";
import { type RawBuilder, sql } from "kysely";

/** A thing as moderators see it, whatever became of it. */
export interface TargetRow {
  readonly id: string;
  readonly authorId: string;
  readonly authorUsername: string;
  readonly authorRole: string;
  readonly authorSuspended: boolean;
  readonly title: string;
  readonly content: string;
  readonly state: "VISIBLE" | "HIDDEN" | "DELETED";
  readonly url: string | null;
  readonly createdAt: Date;
  /** Base units, of a post with a bounty that is not paid. */
  readonly bountyAmount: string | null;
  readonly bountyStatus: string;
}

/** A thing under its lock. */
export interface LockedRow {
  readonly id: string;
  readonly authorId: string;
  /** The post that it is or belongs to. */
  readonly postId: string | null;
  /** The room of the chat that it stands in, as addresses call it. */
  readonly room?: string;
  /** Of that post or room; of a member the name. */
  readonly title: string;
  readonly state: TargetRow["state"];
  /** Whether readers can see it: neither it nor its post is gone. */
  readonly seen: boolean;
}

/** How strongly a thing is locked: to decide about it, or to say something about it while it stays as it is. */
export type Strength = "no key update" | "share";

/** Everything that can be flagged is one of these; each kind says how it is found. */
export interface TargetKind {
  /** Rows of {@link TargetRow} of these ids. */
  rows(ids: readonly string[]): RawBuilder<TargetRow>;
  /** Statements to run in their order: each takes a lock, the last gives the {@link LockedRow}. */
  locks(id: string, strength: Strength): readonly RawBuilder<LockedRow>[];
}

/** Names of ours for sql.raw: what became of a row. */
const stateOf = (alias: string) =>
  `case when ${alias}.hidden_at is not null then 'HIDDEN' when ${alias}.deleted_at is not null then 'DELETED' else 'VISIBLE' end`;
const AUTHOR = `u.id::text as "authorId", u.username as "authorUsername", u.role as "authorRole",
  u.suspended_at is not null as "authorSuspended"`;
const NO_BOUNTY = `null as "bountyAmount", 'NONE' as "bountyStatus"`;

const post: TargetKind = {
  rows: (ids) => sql`
    select p.id::text as id, ${sql.raw(AUTHOR)}, p.title, p.content, ${sql.raw(stateOf("p"))} as state,
      case when p.deleted_at is null then '/posts/' || p.id end as url, p.created_at as "createdAt",
      case when p.bounty_status = 'ESCROWED' then p.bounty_amount::text end as "bountyAmount", p.bounty_status as "bountyStatus"
    from posts p join users u on u.id = p.author_id where p.id = any(${ids}::bigint[])`,
  locks: (id, strength) => [
    sql`
      select p.id::text as id, p.author_id::text as "authorId", p.id::text as "postId", p.title,
        ${sql.raw(stateOf("p"))} as state, p.deleted_at is null as seen
      from posts p where p.id = ${id} for ${sql.raw(strength)}`,
  ],
};

/** What stands below a post. */
function below(table: "answers" | "comments", anchor: "answer" | "comment"): TargetKind {
  const rows = sql.table(table);
  return {
    rows: (ids) => sql`
      select x.id::text as id, ${sql.raw(AUTHOR)}, p.title, x.content, ${sql.raw(stateOf("x"))} as state,
        case when x.deleted_at is null and p.deleted_at is null then '/posts/' || p.id || ${`#${anchor}-`}::text || x.id end as url,
        x.created_at as "createdAt", ${sql.raw(NO_BOUNTY)}
      from ${rows} x join posts p on p.id = x.post_id join users u on u.id = x.author_id where x.id = any(${ids}::bigint[])`,
    // First its post, which counts it, as whoever deletes it does.
    locks: (id, strength) => [
      sql`select from posts where id = (select post_id from ${rows} where id = ${id}) for ${sql.raw(strength)}`,
      sql`
        select x.id::text as id, x.author_id::text as "authorId", p.id::text as "postId", p.title,
          ${sql.raw(stateOf("x"))} as state, x.deleted_at is null and p.deleted_at is null as seen
        from ${rows} x join posts p on p.id = x.post_id where x.id = ${id} for ${sql.raw(strength)} of x`,
    ],
  };
}

const user: TargetKind = {
  rows: (ids) => sql`
    select u.id::text as id, ${sql.raw(AUTHOR)}, u.username as title, coalesce(u.profile ->> 'bio', '') as content,
      case when u.deleted_at is null then 'VISIBLE' else 'DELETED' end as state,
      case when u.deleted_at is null then '/' || u.username end as url, u.created_at as "createdAt", ${sql.raw(NO_BOUNTY)}
    from users u where u.id = any(${ids}::bigint[])`,
  locks: (id, strength) => [
    sql`
      select u.id::text as id, u.id::text as "authorId", null as "postId", u.username as title,
        case when u.deleted_at is null then 'VISIBLE' else 'DELETED' end as state, u.deleted_at is null as seen
      from users u where u.id = ${id} for ${sql.raw(strength)}`,
  ],
};

/** Of the chat; it has its room's name for a title. */
const message: TargetKind = {
  rows: (ids) => sql`
    select m.id::text as id, ${sql.raw(AUTHOR)}, r.name as title, m.content, ${sql.raw(stateOf("m"))} as state,
      case when m.deleted_at is null then '/chat/' || r.slug || '?at=' || m.id end as url, m.created_at as "createdAt",
      ${sql.raw(NO_BOUNTY)}
    from chat_messages m join chat_rooms r on r.id = m.room_id join users u on u.id = m.author_id
    where m.id = any(${ids}::bigint[])`,
  locks: (id, strength) => [
    // First its room, as whoever changes it does. Who only flags it takes no turn in the room.
    ...(strength === "share"
      ? []
      : [
          sql<LockedRow>`select from chat_rooms where id = (select room_id from chat_messages where id = ${id}) for no key update`,
        ]),
    sql`
      select m.id::text as id, m.author_id::text as "authorId", null as "postId", r.slug as room, r.name as title,
        ${sql.raw(stateOf("m"))} as state, m.deleted_at is null as seen
      from chat_messages m join chat_rooms r on r.id = m.room_id where m.id = ${id} for ${sql.raw(strength)} of m`,
  ],
};

/** What can be flagged, by its kind. */
export const TARGET_KINDS: Readonly<Record<FlagTarget, TargetKind>> = {
  post,
  answer: below("answers", "answer"),
  comment: below("comments", "comment"),
  message,
  user,
};
