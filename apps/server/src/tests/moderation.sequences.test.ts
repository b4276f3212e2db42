/** @module-tag proof */

import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestMember } from "../testing.ts";
import {
  accept,
  appeal,
  type Court,
  close,
  comment,
  createCourt,
  decide,
  flag,
  moderate,
  sound,
  suspend,
  type Thing,
  thing,
  unsuspend,
  vote,
} from "./moderation.support.ts";
import { answer, ask, call, type Response } from "./support.ts";

let court: Court;
beforeAll(async () => {
  court = await createCourt();
});
afterAll(() => court.stop());

/** Gives the same numbers for the same seed (mulberry32). */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let n = Math.imul(state ^ (state >>> 15), 1 | state);
    n = (n + Math.imul(n ^ (n >>> 7), 61 | n)) ^ n;
    return ((n ^ (n >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Written extends Thing {
  readonly postId: string;
  readonly author: TestMember;
}

/** Plays random actions of members and moderators, some concurrently. */
async function play(seed: number, turns: number): Promise<void> {
  const { t, mona, milo, root, asker, helper, reader } = court;
  const roll = dice(seed);
  const one = <T>(of: readonly T[]): T => {
    const chosen = of[Math.floor(roll() * of.length)];
    if (chosen === undefined) throw new Error("nothing to choose from");
    return chosen;
  };
  const members = [asker, helper, reader];
  const judges = [mona, milo, root];
  const written: Written[] = [];
  const note = (targetType: "post" | "answer" | "comment", targetId: string, postId: string, author: TestMember) =>
    written.push({ ...thing(targetType, targetId), postId, author });
  const posts = () => written.filter(({ targetType }) => targetType === "post");
  const pathOf = ({ targetType, targetId, postId }: Written) =>
    targetType === "post" ? `/posts/${postId}` : `/posts/${postId}/${targetType}s/${targetId}`;

  const acts: (() => Promise<Response | undefined>)[] = [
    async () => {
      const bounty = roll() < 0.5 ? { bountyAmount: 1 } : {};
      const id = await ask(t, asker, { tags: one([["money"], ["news"], ["money", "news"]]), ...bounty });
      note("post", id, id, asker);
      return undefined;
    },
    async () => {
      const { postId } = one(posts());
      const author = one(members);
      const id = await answer(t, author, postId).catch(() => null);
      if (id) note("answer", id, postId, author);
      return undefined;
    },
    async () => {
      const { postId } = one(posts());
      const author = one(members);
      const id = await comment(t, author, postId).catch(() => null);
      if (id) note("comment", id, postId, author);
      return undefined;
    },
    () => {
      const on = one(written);
      const as = roll() < 0.8 ? on.author : one(members);
      return call(t, "DELETE", pathOf(on), { as });
    },
    () => vote(t, one(members), pathOf(one(written)), one([-1, 0, 1])),
    () => {
      const answers = written.filter(({ targetType }) => targetType === "answer");
      if (answers.length === 0) return Promise.resolve(undefined);
      const { postId, targetId } = one(answers);
      return accept(t, asker, postId, targetId);
    },
    () => {
      const { postId } = one(posts());
      return call(t, "PUT", `/posts/${postId}`, {
        as: asker,
        body: { title: "T", content: "C", tags: one([["money"], ["news"], []]) },
      });
    },
    () => flag(t, one(members), one(written)),
    () => moderate(t, one(judges), "hide", one(written)),
    () => moderate(t, one(judges), "hide", one(written), { abuse: true }),
    () => moderate(t, one(judges), "restore", one(written)),
    () => moderate(t, one(judges), "restore", one(written)),
    () => moderate(t, one(judges), one(["dismiss", "uphold"]), one(written)),
    () => close(t, one(judges), one(posts()).postId),
    async () => {
      const rows = await t.database.db.selectFrom("hidden_content").select(["id", "author_id"]).execute();
      if (rows.length === 0) return undefined;
      const { id, author_id } = one(rows);
      const author = members.find((member) => member.id === author_id) ?? asker;
      await appeal(t, author, id);
      return decide(t, one(judges), id, one(["grant", "deny"]));
    },
    async () => {
      const member = one([helper, reader]);
      await suspend(t, one(judges), member.id);
      return unsuspend(t, one(judges), member.id, true);
    },
  ];
  await acts[0]?.();
  for (let turn = 0; turn < turns; turn++) {
    const many = roll() < 0.3 ? 4 : 1;
    const chosen = Array.from({ length: many }, () => one(acts));
    for (const response of await Promise.all(chosen.map((act) => act()))) {
      expect(response?.statusCode ?? 200, response?.body).toBeLessThan(500);
    }
    if (turn % 40 === 39) await consistent();
  }
  for (const member of [helper, reader]) await unsuspend(t, root, member.id, true);
}

/** Asserts that counters and books are correct, and that everything hidden has exactly one row for it. */
async function consistent(): Promise<void> {
  const { t } = court;
  await sound(t);
  for (const table of ["posts", "answers", "comments"] as const) {
    const kind = table.slice(0, -1);
    const marked = await t.database.db
      .selectFrom(table)
      .select("id")
      .where("hidden_at", "is not", null)
      .orderBy("id")
      .execute();
    const rows = await t.database.db
      .selectFrom("hidden_content")
      .select("target_id as id")
      .where("target_kind", "=", kind)
      .where("restored_at", "is", null)
      .orderBy("target_id")
      .execute();
    expect(marked, kind).toEqual(rows);
  }
  // The points that hiding cost and restoring returned cancel out; each item cost points at most once.
  const { rows } = await sql<{ points: string }>`
    select action || ' ' || sum(points) as points from reputation_events
     where action in ('CONTENT_FLAGGED', 'SPAM_OR_ABUSE') group by user_id, source_id, action`.execute(
    t.database.ownerDb,
  );
  const sums = new Set(rows.map(({ points }) => points));
  for (const one of ["CONTENT_FLAGGED 0", "CONTENT_FLAGGED -10", "SPAM_OR_ABUSE 0", "SPAM_OR_ABUSE -50"])
    sums.delete(one);
  expect([...sums]).toEqual([]);
}

describe("any sequence of actions by members and moderators, some concurrent,", () => {
  it.each([1, 2, 3])(
    "keeps counters and books correct (seed %i)",
    async (seed) => {
      await play(seed, 160);
      await consistent();
    },
    180_000,
  );
});
