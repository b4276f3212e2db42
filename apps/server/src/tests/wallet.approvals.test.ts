import { reviewApprovals } from "@bbux/api";
import { grantRole, listUnapproved, stopWithdrawals } from "@bbux/api/operator";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { TestMember } from "../testing.ts";
import { ok, refused } from "./support.ts";
import {
  approve,
  ask,
  audited,
  passDeadline,
  refuse,
  role,
  startApprovals,
  untouched,
  waiting,
} from "./wallet.approvals.support.ts";
import {
  alertKinds,
  balanceOf,
  drive,
  held,
  type MoneyWorld,
  SOL,
  sound,
  stateOf,
  stranger,
  withdrawal,
  work,
} from "./wallet.support.ts";

// From APPROVAL_FROM on, a withdrawal is signed only after two admins have approved it (docs/adr/0025).

let world: MoneyWorld;
let admins: readonly [TestMember, TestMember, TestMember];
beforeAll(async () => {
  ({ world, admins } = await startApprovals());
});
afterAll(() => world.stop());
afterEach(() => world.heal());

describe("a large withdrawal", () => {
  it("isn't signed before two different admins have approved it, and is then paid once [M4.16]", async () => {
    const [ruth, omar] = admins;
    const { anna, to, id } = await ask(world);
    await work(world);
    expect([await stateOf(world.t, id), await alertKinds(world.t)]).toEqual([untouched, ["withdrawal_waiting"]]);
    expect(await waiting(world, admins[0])).toEqual([
      {
        id,
        username: anna.username,
        amount: "6",
        netAmount: "5.82",
        dayAmount: "6",
        destination: to,
        paidBefore: 0,
        since: expect.any(String),
        until: expect.any(String),
        approvals: [],
        own: false,
        approved: false,
      },
    ]);
    const [{ since, until }] = await waiting(world, admins[0]);
    expect(Math.round((Date.parse(until) - Date.parse(since)) / 3_600_000)).toBe(72);
    expect(ok(await approve(world, id, ruth))).toEqual({ success: true, username: anna.username, missing: 1 });
    await work(world);
    expect(await stateOf(world.t, id)).toEqual(untouched);
    expect((await waiting(world, admins[0]))[0]).toMatchObject({
      approved: true,
      approvals: [{ username: "ruth", reason: "Called the member", counts: true }],
    });
    refused(await approve(world, id, ruth), 409, "CONFLICT");
    expect(ok(await approve(world, id, omar)).missing).toBe(0);
    // Until it is signed, it can still be refused.
    expect([
      (await waiting(world, admins[0])).map((each: { id: string }) => each.id),
      await alertKinds(world.t),
    ]).toEqual([[id], []]);
    await work(world);
    expect(await waiting(world, admins[0])).toEqual([]);
    expect([(await stateOf(world.t, id)).state, await held(world, to)]).toEqual(["FINALIZED", 5_820_000_000n]);
    expect(await audited(world, id)).toEqual([
      "WITHDRAWAL_APPROVED ruth Called the member",
      "WITHDRAWAL_APPROVED omar Called the member",
    ]);
    refused(await approve(world, id, admins[2]), 409, "CONFLICT");
    refused(await refuse(world, id, admins[2]), 409, "CONFLICT");
    await sound(world);
  });

  it("can't be split: what a member withdraws within 24 hours is added up [M4.16]", async () => {
    const { anna, id: first } = await ask(world, "3");
    const second = await withdrawal(world.t, anna, "1", stranger());
    const third = await withdrawal(world.t, anna, "1", stranger());
    await work(world);
    const states = await Promise.all([first, second, third].map((id) => stateOf(world.t, id)));
    expect(states.map(({ state }) => state)).toEqual(["FINALIZED", "FINALIZED", "REQUESTED"]);
    expect((await waiting(world, admins[0]))[0]).toMatchObject({ id: third, amount: "1", dayAmount: "5" });
    ok(await refuse(world, third, admins[0]));
    await sound(world);
  });

  it("is approved only with the admin's own password, and never by the member who withdraws it [M4.16]", async () => {
    const [ruth, omar, ines] = admins;
    const { id } = await ask(world, "6", ruth);
    refused(await approve(world, id, ruth), 403, "OWN_DECISION");
    refused(await refuse(world, id, ruth), 403, "OWN_DECISION");
    expect((await waiting(world, ruth))[0]).toMatchObject({ own: true });
    refused(await approve(world, id, omar, { password: "not the password" }), 400, "WRONG_PASSWORD");
    const member = await world.t.member("nobody");
    refused(await approve(world, id, member), 403, "FORBIDDEN");
    refused(await approve(world, "999999999", omar), 404, "NOT_FOUND");
    ok(await approve(world, id, omar));
    await work(world);
    expect(await stateOf(world.t, id)).toEqual(untouched);
    ok(await approve(world, id, ines));
    await work(world);
    expect((await stateOf(world.t, id)).state).toBe("FINALIZED");
    await sound(world);
  });

  it("waits again when an admin who approved it isn't one any more [M4.16]", async () => {
    const [ruth, omar] = admins;
    const { id } = await ask(world);
    await stopWithdrawals(world.services, "A drill");
    ok(await approve(world, id, ruth));
    ok(await approve(world, id, omar));
    await role(world, omar, "user");
    await sql`update chain_state set withdrawals_stopped_at = null`.execute(world.t.database.ownerDb);
    await work(world);
    expect([await stateOf(world.t, id), await alertKinds(world.t)]).toEqual([untouched, ["withdrawal_waiting"]]);
    expect((await waiting(world, admins[0]))[0].approvals.map(({ counts }: { counts: boolean }) => counts)).toEqual([
      true,
      false,
    ]);
    await role(world, omar, "admin");
    await work(world);
    expect((await stateOf(world.t, id)).state).toBe("FINALIZED");
    expect(await alertKinds(world.t)).toEqual([]);
    await sound(world);
  });

  it("isn't approved by an admin whom another admin has made within 72 hours, who may be a thief's own account [M4.16]", async () => {
    const [ruth] = admins;
    const made = await world.rich("made", 20n * SOL);
    await grantRole(world.services, { member: made.id, role: "admin", actor: ruth.id });
    const { id } = await ask(world);
    ok(await approve(world, id, ruth));
    refused(await approve(world, id, made), 403, "FORBIDDEN");
    const since = (hours: number) =>
      sql`update users set admin_since = clock_timestamp() - ${hours} * interval '1 hour' where id = ${made.id}`;
    await since(71).execute(world.t.database.ownerDb);
    refused(await approve(world, id, made), 403, "FORBIDDEN");
    // The application can't say otherwise.
    await since(80).execute(world.t.database.db);
    refused(await approve(world, id, made), 403, "FORBIDDEN");
    await since(73).execute(world.t.database.ownerDb);
    ok(await approve(world, id, made));
    await work(world);
    expect((await stateOf(world.t, id)).state).toBe("FINALIZED");
  });

  it("that is approved hours after its request doesn't count as stuck [M4.16]", async () => {
    const [ruth, omar] = admins;
    const { id } = await ask(world);
    await sql`update withdrawals set created_at = created_at - interval '5 hours' where id = ${id}`.execute(
      world.t.database.ownerDb,
    );
    ok(await approve(world, id, ruth));
    ok(await approve(world, id, omar));
    await world.chain.faults([{ method: "sendTransaction", action: "swallow" }]);
    await drive(world);
    expect([(await stateOf(world.t, id)).state, await alertKinds(world.t)]).toEqual(["SENT", []]);
    await world.heal();
    world.t.travel(3_000);
    await work(world);
    expect((await stateOf(world.t, id)).state).toBe("FINALIZED");
  });

  it("that an admin refuses is given back immediately, with the reason, even if it was approved [M4.16]", async () => {
    const [ruth, omar, ines] = admins;
    const { anna, to, id } = await ask(world);
    await stopWithdrawals(world.services, "A drill");
    ok(await approve(world, id, ruth));
    ok(await approve(world, id, omar));
    expect(ok(await refuse(world, id, ines))).toEqual({ success: true, username: anna.username, refunded: true });
    expect([await stateOf(world.t, id), await balanceOf(world.t, anna)]).toEqual([
      { state: "REFUNDED", attempts: [] },
      "20",
    ]);
    await sql`update chain_state set withdrawals_stopped_at = null`.execute(world.t.database.ownerDb);
    await work(world);
    expect([await held(world, to), await alertKinds(world.t)]).toEqual([0n, []]);
    expect((await audited(world, id)).at(-1)).toBe("WITHDRAWAL_REFUSED ines Called the member");
    await sound(world);
  });

  it("that is refused while the books may not be the newest is given back once they are [M4.17]", async () => {
    const { anna, id } = await ask(world);
    await sql`update chain_state set fence_open = false`.execute(world.t.database.ownerDb);
    expect(ok(await refuse(world, id, admins[0])).refunded).toBe(false);
    expect(await stateOf(world.t, id)).toEqual(untouched);
    await sql`update chain_state set fence_open = true`.execute(world.t.database.ownerDb);
    await work(world);
    expect([await stateOf(world.t, id), await balanceOf(world.t, anna)]).toEqual([
      { state: "REFUNDED", attempts: [] },
      "20",
    ]);
    await sound(world);
  });

  it("that isn't approved within 72 hours is given back by the job; approved, it is still paid after them [M4.16]", async () => {
    const [ruth, omar] = admins;
    const late = await ask(world);
    ok(await approve(world, late.id, ruth));
    const approved = await ask(world);
    await stopWithdrawals(world.services, "A drill");
    ok(await approve(world, approved.id, ruth));
    ok(await approve(world, approved.id, omar));
    world.t.travel(80 * 3_600_000);
    await drive(world);
    // A process's clock decides nothing.
    expect(await stateOf(world.t, late.id)).toEqual(untouched);
    await passDeadline(world, late.id);
    await passDeadline(world, approved.id);
    refused(await approve(world, late.id, omar), 409, "CONFLICT");
    await drive(world);
    expect([await stateOf(world.t, late.id), await balanceOf(world.t, late.anna)]).toEqual([
      { state: "REFUNDED", attempts: [] },
      "20",
    ]);
    await sql`update chain_state set withdrawals_stopped_at = null`.execute(world.t.database.ownerDb);
    await work(world);
    expect((await stateOf(world.t, approved.id)).state).toBe("FINALIZED");
    expect((await audited(world, late.id)).at(-1)).toBe("WITHDRAWAL_UNAPPROVED It wasn't approved in time");
    expect(await alertKinds(world.t)).toEqual([]);
    await sound(world);
  });

  it("from before the threshold was lowered waits, too, and raising it again frees none [M4.16]", async () => {
    const { id } = await ask(world, "2");
    const { money } = world.services;
    await reviewApprovals({ ...world.services, money: { ...money, approvalFrom: 2n * SOL } });
    await work(world);
    expect(await stateOf(world.t, id)).toEqual(untouched);
    expect(await listUnapproved(world.t.database.db)).toHaveLength(1);
    ok(await approve(world, id, admins[0]));
    ok(await approve(world, id, admins[1]));
    await work(world);
    expect((await stateOf(world.t, id)).state).toBe("FINALIZED");
    await sound(world);
  });
});
