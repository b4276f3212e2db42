import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRefundWorld, expectCleanBooks, type RefundWorld, vote } from "./refunds.support.ts";
import { ok } from "./support.ts";

// The database refuses what no rule allows, even from the platform itself.

let w: RefundWorld;
let paidBack: { postId: string; id: string };
let refused: { postId: string; id: string };

beforeAll(async () => {
  w = await createRefundWorld({ electors: 3 });
  await w.requireVotes(1);
  [paidBack, refused] = [await w.reviewed(), await w.reviewed()];
  ok(await vote(w.t, w.voter(0), paidBack.id, "approve"));
  ok(await vote(w.t, w.voter(0), refused.id, "reject"));
});
afterAll(async () => {
  await expectCleanBooks(w.t);
  await w.t.close();
});

const refuses = async (...changes: readonly RawBuilder<unknown>[]) => {
  for (const change of changes) {
    const rights = [w.t.database.db, w.t.database.ownerDb];
    for (const db of rights) await expect(change.execute(db)).rejects.toMatchObject({ code: "LG004" });
  }
};

describe("even for the platform itself", () => {
  it("a bounty that was returned can't be in escrow again or be paid, and stays as it was", async () => {
    const { postId } = paidBack;
    await refuses(
      sql`update posts set bounty_status = 'ESCROWED' where id = ${postId}`,
      sql`update posts set bounty_status = 'PAID' where id = ${postId}`,
      sql`update posts set bounty_amount = bounty_amount + 1 where id = ${postId}`,
      sql`update posts set settles_at = settles_at - interval '1 day' where id = ${postId}`,
    );
  });

  it("a bounty in escrow keeps its amount and its asker, and isn't taken back as if it was never placed", async () => {
    const { postId } = refused;
    await refuses(
      sql`update posts set bounty_amount = bounty_amount - 1 where id = ${postId}`,
      sql`update posts set author_id = ${w.voter(0).id} where id = ${postId}`,
      sql`update posts set bounty_status = 'NONE', bounty_amount = 0, bounty_expires_at = null where id = ${postId}`,
    );
  });

  it("a refund request is decided once, and its votes stay as they were counted", async () => {
    await refuses(
      sql`update refund_requests set status = 'PENDING', decided_at = null where id = ${paidBack.id}`,
      sql`update refund_requests set amount = amount + 1 where id = ${paidBack.id}`,
      sql`update refund_requests set approve_votes = 7 where id = ${paidBack.id}`,
      sql`update refund_requests set status = 'PENDING', decided_at = null where id = ${refused.id}`,
      sql`update refund_requests set appeal_status = 'GRANTED', appealed_at = now() where id = ${refused.id}`,
    );
    await expect(
      sql`delete from refund_requests where id = ${refused.id}`.execute(w.t.database.ownerDb),
    ).rejects.toMatchObject({ code: "LG004" });
  });

  it("a proposal is decided once, and only one that passed is carried out", async () => {
    const decided = async (status: string) => {
      const { id } = await w.t.database.db
        .insertInto("proposals")
        .values({
          user_id: w.voter(0).id,
          type: "SIGNAL",
          title: "A proposal",
          proposal: "Shall we?",
          created_at: new Date(),
          closes_at: new Date(),
          updated_at: new Date(),
          staked_at_open: "0",
          quorum_stake: "0",
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      const decision = { status, decided_at: new Date() };
      await w.t.database.db.updateTable("proposals").set(decision).where("id", "=", id).execute();
      return id;
    };
    const [rejected, passed] = [await decided("REJECTED"), await decided("PASSED")];
    await refuses(
      sql`update proposals set status = 'PASSED' where id = ${rejected}`,
      sql`update proposals set status = 'EXECUTED', executed_at = now() where id = ${rejected}`,
      sql`update proposals set votes_for = votes_for + 1 where id = ${rejected}`,
      sql`update proposals set status = 'OPEN', decided_at = null where id = ${passed}`,
    );
    await sql`update proposals set told_at = now() where id = ${rejected}`.execute(w.t.database.db);
  });
});
