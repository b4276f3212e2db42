import { EDITABLE_PROFILE_FIELDS, type FlagTarget, type mediaItem } from "@bbux/contract";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import { areRivalsOfAnySql, isAnyInterested, type Person } from "../../content/posts/index.ts";

/** A target as moderators see it, whatever happened to it. */
export interface TargetRow {
  readonly id: string;
  readonly authorId: string;
  readonly authorUsername: string;
  readonly authorRole: string;
  readonly authorSuspended: boolean;
  readonly title: string;
  readonly content: string;
  /** Pictures and videos of a post. */
  readonly media: z.infer<typeof mediaItem>[];
  readonly state: "VISIBLE" | "HIDDEN" | "DELETED";
  readonly url: string | null;
  readonly createdAt: Date;
  /** In base units, for a post with an unpaid bounty. */
  readonly bountyAmount: string | null;
  readonly bountyStatus: string;
  /** Whether a person has something to win or lose by a decision about it, because of the question that it belongs to. */
  readonly interested: boolean;
  /** Whether they and its author have a part in the same question with an unpaid bounty. */
  readonly rival: boolean;
  /** Whether its author is the person. */
  readonly own: boolean;
}

/** A target under its lock. */
export interface LockedRow {
  readonly id: string;
  readonly authorId: string;
  /** The post that it is or belongs to. */
  readonly postId: string | null;
  /** Of a comment on an answer. */
  readonly answerId?: string | null;
  /** Slug of its chat room. */
  readonly room?: string;
  /** Of that post or room; for a member, the name. */
  readonly title: string;
  readonly content: string;
  readonly state: TargetRow["state"];
  /** Whether readers can see it, so neither it nor its post is gone. */
  readonly seen: boolean;
}

/** The strength of the lock: to decide about a target, or to flag it while it stays unchanged. */
export type Strength = "no key update" | "share";

/** Describes how each kind of target is found. */
export interface TargetKind {
  /** Selects rows of {@link TargetRow} with these ids. */
  rows(ids: readonly string[], viewer: Person): RawBuilder<TargetRow>;
  /** Statements to run in order: each takes a lock, the last returns the {@link LockedRow}. */
  locks(id: string, strength: Strength): readonly RawBuilder<LockedRow>[];
}

/** The state of a row, by one of our aliases, for sql.raw. */
const stateOf = (alias: string) =>
  `case when ${alias}.hidden_at is not null then 'HIDDEN' when ${alias}.deleted_at is not null then 'DELETED' else 'VISIBLE' end`;
const AUTHOR = `u.id::text as "authorId", u.username as "authorUsername", u.role as "authorRole",
  u.suspended_at is not null as "authorSuspended"`;
const NO_BOUNTY = `null as "bountyAmount", 'NONE' as "bountyStatus"`;
const NO_MEDIA = `'[]'::jsonb as media`;
const NO_QUESTION = `${NO_BOUNTY}, false as interested`;
const standingOf = (viewer: Person) =>
  sql`${areRivalsOfAnySql(viewer, sql`u.id`)} as rival, u.id = any (${viewer.accounts}::bigint[]) as own`;

const post: TargetKind = {
  rows: (ids, viewer) => sql`
    select p.id::text as id, ${sql.raw(AUTHOR)}, p.title, p.content, p.media, ${sql.raw(stateOf("p"))} as state,
      case when p.deleted_at is null then '/posts/' || p.id end as url, p.created_at as "createdAt",
      case when p.bounty_status = 'ESCROWED' then p.bounty_amount::text end as "bountyAmount", p.bounty_status as "bountyStatus",
      ${isAnyInterested(sql`p.id`, viewer.accounts)} as interested, ${standingOf(viewer)}
    from posts p join users u on u.id = p.author_id where p.id = any(${ids}::bigint[])`,
  locks: (id, strength) => [
    sql`
      select p.id::text as id, p.author_id::text as "authorId", p.id::text as "postId", p.title, p.content,
        ${sql.raw(stateOf("p"))} as state, p.deleted_at is null as seen
      from posts p where p.id = ${id} for ${sql.raw(strength)}`,
  ],
};

/** An answer or comment, which belongs to a post. */
function below(table: "answers" | "comments"): TargetKind {
  const rows = sql.table(table);
  const hash =
    table === "answers" ? sql`'#answer-'` : sql`coalesce('#answer-' || x.answer_id || '-comment-', '#comment-')`;
  // A comment on an answer is gone with it.
  const seen =
    table === "answers"
      ? sql`x.deleted_at is null and p.deleted_at is null`
      : sql`x.deleted_at is null and p.deleted_at is null
          and not exists (select from answers a where a.id = x.answer_id and a.deleted_at is not null)`;
  return {
    rows: (ids, viewer) => sql`
      select x.id::text as id, ${sql.raw(AUTHOR)}, p.title, x.content, ${sql.raw(NO_MEDIA)}, ${sql.raw(stateOf("x"))} as state,
        case when ${seen} then '/posts/' || p.id || ${hash} || x.id end as url,
        x.created_at as "createdAt", ${sql.raw(NO_BOUNTY)}, ${isAnyInterested(sql`p.id`, viewer.accounts)} as interested,
        ${standingOf(viewer)}
      from ${rows} x join posts p on p.id = x.post_id join users u on u.id = x.author_id where x.id = any(${ids}::bigint[])`,
    // Its post comes first, because it counts this; deleting does the same.
    locks: (id, strength) => [
      sql`select from posts where id = (select post_id from ${rows} where id = ${id}) for ${sql.raw(strength)}`,
      sql`
        select x.id::text as id, x.author_id::text as "authorId", p.id::text as "postId", p.title, x.content,
          ${sql.raw(table === "comments" ? "x.answer_id::text" : "null")} as "answerId", ${sql.raw(stateOf("x"))} as state, ${seen} as seen
        from ${rows} x join posts p on p.id = x.post_id where x.id = ${id} for ${sql.raw(strength)} of x`,
    ],
  };
}

/** What members write in their profiles, a field a paragraph. */
const PROFILE_TEXT = `concat_ws(E'\\n\\n', ${EDITABLE_PROFILE_FIELDS.map((name) => `u.profile ->> '${name}'`).join(", ")})`;

const user: TargetKind = {
  rows: (ids, viewer) => sql`
    select u.id::text as id, ${sql.raw(AUTHOR)}, u.username as title, ${sql.raw(PROFILE_TEXT)} as content, ${sql.raw(NO_MEDIA)},
      case when u.deleted_at is null then 'VISIBLE' else 'DELETED' end as state,
      case when u.deleted_at is null then '/users/' || u.username end as url, u.created_at as "createdAt", ${sql.raw(NO_QUESTION)}, ${standingOf(viewer)}
    from users u where u.id = any(${ids}::bigint[])`,
  locks: (id, strength) => [
    sql`
      select u.id::text as id, u.id::text as "authorId", null as "postId", u.username as title, ${sql.raw(PROFILE_TEXT)} as content,
        case when u.deleted_at is null then 'VISIBLE' else 'DELETED' end as state, u.deleted_at is null as seen
      from users u where u.id = ${id} for ${sql.raw(strength)}`,
  ],
};

/** A chat message, with its room's name as the title. */
const message: TargetKind = {
  rows: (ids, viewer) => sql`
    select m.id::text as id, ${sql.raw(AUTHOR)}, r.name as title, m.content, ${sql.raw(NO_MEDIA)}, ${sql.raw(stateOf("m"))} as state,
      case when m.deleted_at is null then '/chat/' || r.slug || '?at=' || m.id end as url, m.created_at as "createdAt",
      ${sql.raw(NO_QUESTION)}, ${standingOf(viewer)}
    from chat_messages m join chat_rooms r on r.id = m.room_id join users u on u.id = m.author_id
    where m.id = any(${ids}::bigint[])`,
  locks: (id, strength) => [
    // Its room comes first, as for every change. Flagging takes no number in the room.
    ...(strength === "share"
      ? []
      : [
          sql<LockedRow>`select from chat_rooms where id = (select room_id from chat_messages where id = ${id}) for no key update`,
        ]),
    sql`
      select m.id::text as id, m.author_id::text as "authorId", null as "postId", r.slug as room, r.name as title, m.content,
        ${sql.raw(stateOf("m"))} as state, m.deleted_at is null as seen
      from chat_messages m join chat_rooms r on r.id = m.room_id where m.id = ${id} for ${sql.raw(strength)} of m`,
  ],
};

/** Everything that can be flagged, by kind. */
export const TARGET_KINDS: Readonly<Record<FlagTarget, TargetKind>> = {
  post,
  answer: below("answers"),
  comment: below("comments"),
  message,
  user,
};
