import type { Database } from "@bbux/db";
import { sql } from "kysely";
import { add, Skip, type Stage } from "../context.ts";
import { closeTargets, findTargets, openTargets } from "../targets.ts";

interface Vote {
  readonly postId: string;
  readonly isUp: boolean;
}

/** Other entries of Votes.xml, by VoteTypeId. Accept marks (1) are read from the questions. */
const LEFT_OUT: Record<string, string> = {
  "4": "flags as offensive",
  "5": "favourites",
  "6": "votes to close",
  "7": "votes to reopen",
  "8": "bounties started, in points of that site: BBUX comes in by deposits alone",
  "9": "bounties awarded, in points of that site",
  "10": "votes to delete",
  "11": "votes to undelete",
  "12": "flags as spam",
  "15": "reviews by moderators",
  "16": "approved suggestions of edits",
};

/**
 * Votes.xml: how many of the votes behind a score were downvotes. It names no voters, so these become base counts. The score is
 * what readers saw, so it stays as it is. The smaller side is counted from the file, and the other follows from the score: a
 * downvote on something with a score of 3 adds one to both sides.
 */
export const votesStage: Stage<Vote> = {
  name: "votes",
  label: "Votes",
  file: "Votes.xml",
  missing: "every score counts as votes of one side only",

  prepare(row) {
    const type = row.VoteTypeId ?? "";
    if (type === "1") return null;
    if (type !== "2" && type !== "3")
      return new Skip(LEFT_OUT[type] ?? `votes of the unknown type ${type || "(none)"}`);
    return row.PostId ? { postId: row.PostId, isUp: type === "2" } : new Skip("votes without a post");
  },

  async begin(db, { source }) {
    await sql`
      with b as (
        select target_id as id, least(upvotes, downvotes) as n from vote_bases
        where target_id in (${openTargets(source, "votes")}) and least(upvotes, downvotes) > 0
      ), bases as (
        update vote_bases v set upvotes = v.upvotes - b.n, downvotes = v.downvotes - b.n from b where v.target_id = b.id
      ), answered as (
        update answers a set upvotes = a.upvotes - b.n, downvotes = a.downvotes - b.n from b where a.id = b.id
      )
      update posts p set upvotes = p.upvotes - b.n, downvotes = p.downvotes - b.n from b where p.id = b.id`.execute(db);
  },

  async write(db, votes, { source }, counts) {
    const targets = await findTargets(
      db,
      source,
      "votes",
      votes.map(({ postId }) => postId),
    );
    const sums = new Map<string, { id: string; kind: string; ups: number; downs: number }>();
    let strangers = 0;
    let present = 0;
    for (const { postId, isUp } of votes) {
      const target = targets.get(postId);
      if (!target) strangers += 1;
      else if (!target.open) present += 1;
      else {
        const sum = sums.get(postId) ?? { id: target.id, kind: target.kind, ups: 0, downs: 0 };
        sums.set(postId, isUp ? { ...sum, ups: sum.ups + 1 } : { ...sum, downs: sum.downs + 1 });
        add(counts.imported, isUp ? "up-votes, as base counts" : "down-votes, as base counts");
      }
    }
    add(counts.skipped, "votes on what is not in the dump", strangers);
    add(counts.present, "votes on what was here already", present);
    await addToBothSides(db, [...sums.values()]);
  },

  async finish(db, { source }) {
    await closeTargets(db, source, "votes");
  },
};

async function addToBothSides(db: Database, sums: readonly object[]): Promise<void> {
  if (sums.length === 0) return;
  await sql`
    with d as (
      select r.id, r.kind, case when coalesce(b.upvotes >= b.downvotes, true) then r.downs else r.ups end as n
      from json_to_recordset(${JSON.stringify(sums)}::json) as r (id bigint, kind text, ups integer, downs integer)
      left join vote_bases b on b.target_id = r.id
    ), bases as (
      insert into vote_bases (target_id, target_kind, upvotes, downvotes) select id, kind, n, n from d where n > 0
      on conflict (target_id) do update
        set upvotes = vote_bases.upvotes + excluded.upvotes, downvotes = vote_bases.downvotes + excluded.downvotes
    ), answered as (
      update answers a set upvotes = a.upvotes + d.n, downvotes = a.downvotes + d.n from d
      where a.id = d.id and d.kind = 'answer' and d.n > 0
    )
    update posts p set upvotes = p.upvotes + d.n, downvotes = p.downvotes + d.n from d
    where p.id = d.id and d.kind = 'post' and d.n > 0`.execute(db);
}
