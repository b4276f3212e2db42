import {
  BOUNTY,
  bountyCost,
  createAnswerInput,
  createCommentInput,
  createPostInput,
  DAY_MS,
  parseAmount,
  username,
} from "@bbux/contract";
import { createTestDatabase, type TestDatabase } from "@bbux/db/testing";
import { audit, totals } from "@bbux/ledger";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createPasswords } from "../features/auth/passwords.ts";
import { DEMO_PASSWORD, members } from "./members.ts";
import { posts } from "./posts/index.ts";
import { seedDemo } from "./seed.ts";
import { tags } from "./tags.ts";

const passwords = createPasswords();
const rest = { now: () => new Date(), passwords, depositAddress: (id: string) => `address-${id}` };

describe("the demo community's data", () => {
  it("would be accepted by the forms of the platform", () => {
    for (const member of members) expect(username.parse(member.username)).toBe(member.username);
    for (const { title, tags: names, content, bounty, answers = [], comments = [] } of posts) {
      const amount = bounty && { hasBounty: true, bountyAmount: bounty.amount, bountyDuration: bounty.days };
      expect(createPostInput.parse({ title, content, tags: names, ...amount })).toMatchObject({ title, content });
      for (const answer of answers) {
        expect(createAnswerInput.parse({ postId: "1", content: answer.content }).content).toBe(answer.content);
      }
      for (const comment of comments) {
        expect(createCommentInput.parse({ postId: "1", content: comment.content }).content).toBe(comment.content);
      }
    }
  });

  it("tells a story whose times fit together", () => {
    const joined = new Map(members.map((member) => [member.username, member.joinedDaysAgo]));
    for (const post of posts) {
      expect(joined.get(post.author), post.author).toBeGreaterThan(post.daysAgo);
      for (const { author, daysAgo } of [...(post.answers ?? []), ...(post.comments ?? [])]) {
        expect(joined.get(author), author).toBeGreaterThan(daysAgo);
        expect(daysAgo, post.title).toBeLessThan(post.daysAgo);
      }
      for (const { author, accepted } of post.answers ?? [])
        if (accepted && post.bounty) expect(author).not.toBe(post.author);
      expect(post.answers?.filter(({ accepted }) => accepted).length ?? 0, post.title).toBeLessThanOrEqual(1);
    }
    expect(new Set(tags.map(({ name }) => name)).size).toBe(tags.length);
  });
});

describe("seeding the demo community", () => {
  let base: TestDatabase;
  beforeEach(async () => {
    base = await createTestDatabase();
  });
  afterEach(() => base.drop());

  it("shows bounties and posts in every state, with books that balance", async () => {
    const now = new Date();
    const signIns = await seedDemo({ ...rest, db: base.db, now: () => now });
    const rows = await base.db.selectFrom("posts").selectAll().execute();
    const states = rows.map((row) => {
      const expired = row.bounty_expires_at !== null && row.bounty_expires_at < now;
      return `${row.status} ${row.bounty_status === "ESCROWED" && expired ? "EXPIRED" : row.bounty_status}`;
    });
    expect(new Set(states)).toEqual(
      new Set([
        ...["OPEN NONE", "OPEN ESCROWED", "OPEN EXPIRED"],
        ...["COMPLETED NONE", "COMPLETED PAID", "CLOSED NONE", "CLOSED REFUNDED"],
      ]),
    );
    for (const row of rows.filter((one) => one.bounty_status === "ESCROWED")) {
      const settledAt = (row.bounty_expires_at?.getTime() ?? 0) + BOUNTY.settlementDays * DAY_MS;
      expect(settledAt, row.title).toBeGreaterThan(now.getTime() + DAY_MS);
    }
    expect((await audit(base.db)).problems).toEqual([]);
    const inEscrow = rows
      .filter((row) => row.bounty_status === "ESCROWED")
      .reduce((sum, row) => sum + BigInt(row.bounty_amount), 0n);
    const received = members.reduce((sum, { funds }) => sum + (parseAmount(funds) ?? 0n), 0n);
    const fees = rows.reduce((sum, row) => sum + bountyCost(BigInt(row.bounty_amount)) - BigInt(row.bounty_amount), 0n);
    expect(await totals(base.db)).toMatchObject({ escrow: inEscrow, treasury: fees, external: -received });
    expect(signIns.length).toBe(8);
    expect(signIns.filter(({ role }) => role === "admin").length).toBe(1);
    expect(signIns.filter(({ balance }) => Number(balance) >= 1).length).toBeGreaterThanOrEqual(6);
  });

  it("keeps counters that agree with what they count", async () => {
    await seedDemo({ ...rest, db: base.db });
    const rows = await base.db
      .selectFrom("posts as p")
      .select(({ selectFrom, fn, ref }) => [
        "p.answer_count",
        "p.comment_count",
        selectFrom("answers").whereRef("post_id", "=", ref("p.id")).select(fn.countAll<string>().as("n")).as("answers"),
        selectFrom("comments")
          .whereRef("post_id", "=", ref("p.id"))
          .select(fn.countAll<string>().as("n"))
          .as("comments"),
      ])
      .execute();
    for (const row of rows)
      expect([`${row.answer_count}`, `${row.comment_count}`]).toEqual([row.answers, row.comments]);
    const unused = await base.db.selectFrom("tags").select("name").where("post_count", "=", 0).execute();
    expect(unused.length).toBeLessThan(4);
  });

  it("happens once, though two servers start at once, and tells the sign-ins again on later starts", async () => {
    const [one, two] = await Promise.all([seedDemo({ ...rest, db: base.db }), seedDemo({ ...rest, db: base.db })]);
    expect(one).toEqual(two);
    expect(await seedDemo({ ...rest, db: base.db })).toEqual(one);
    const users = await base.db.selectFrom("users").select(["password_hash"]).execute();
    expect(users.length).toBe(members.length);
    expect(await passwords.verify(users[0]?.password_hash ?? null, DEMO_PASSWORD)).toBe(true);
  });

  it("leaves a database with anybody in it alone", async () => {
    await base.ownerDb.insertInto("users").values({ username: "somebody", solana_address: "x" }).execute();
    expect(await seedDemo({ ...rest, db: base.db })).toEqual([]);
    expect((await base.db.selectFrom("posts").select("id").execute()).length).toBe(0);
  });

  it("leaves nothing behind when it fails half-way", async () => {
    const broken = { ...rest, db: base.db, depositAddress: () => "the same for all" };
    await expect(seedDemo(broken)).rejects.toThrow(/duplicate key/);
    expect((await base.db.selectFrom("users").select("id").execute()).length).toBe(0);
    expect((await seedDemo({ ...rest, db: base.db })).length).toBe(8);
  });
});
