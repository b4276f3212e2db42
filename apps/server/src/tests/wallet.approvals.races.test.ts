import { approveWithdrawal, processPayments } from "@bbux/api";
import { cancelWithdrawal } from "@bbux/api/operator";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { contextOf } from "../caller.ts";
import { createTestApp, type TestMember } from "../testing.ts";
import { ok } from "./support.ts";
import { APPROVALS_ENV, approve, ask, refuse, role, startApprovals, untouched } from "./wallet.approvals.support.ts";
import { memosOf } from "./wallet.sales.support.ts";
import {
  alertKinds,
  balanceOf,
  drive,
  finalized,
  held,
  type MoneyWorld,
  sound,
  stateOf,
  work,
} from "./wallet.support.ts";

// What approvals guarantee under races, direct writes to the database, and lost books (docs/adr/0025).

const APPROVED = { code: "LG004" };
let world: MoneyWorld;
let admins: readonly [TestMember, TestMember, TestMember];
beforeAll(async () => {
  ({ world, admins } = await startApprovals());
});
afterAll(() => world.stop());
afterEach(() => world.heal());

describe("a large withdrawal", () => {
  it("isn't stored by a worker that had signed it when an approval stopped counting [M4.16]", async () => {
    const [ruth, omar] = admins;
    const { id } = await ask(world);
    ok(await approve(world, id, ruth));
    const reached = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const other = await createTestApp({
      database: world.t.database,
      chainUrl: world.chain.url,
      env: APPROVALS_ENV,
      async failpoint(point) {
        if (point !== "withdrawal.signed") return;
        reached.resolve();
        await goOn.promise;
      },
    });
    ok(await approve(world, id, omar));
    const paused = processPayments(other.services);
    await reached.promise;
    await role(world, omar, "user");
    goOn.resolve();
    await paused;
    await other.close();
    expect(await stateOf(world.t, id)).toEqual(untouched);
    await role(world, omar, "admin");
    await work(world);
    expect((await stateOf(world.t, id)).state).toBe("FINALIZED");
    await sound(world);
  });

  it("ends one way when two admins approve it, one refuses it and the operator cancels it at once [M4.16]", async () => {
    const { anna, to, id } = await ask(world);
    await Promise.all([
      approve(world, id, admins[0]),
      approve(world, id, admins[1]),
      refuse(world, id, admins[2]),
      cancelWithdrawal(world.services, id, "A drill").catch(() => undefined),
      drive(world),
    ]);
    await work(world);
    const { state } = await stateOf(world.t, id);
    expect([await balanceOf(world.t, anna), await held(world, to)]).toEqual(
      state === "FINALIZED" ? ["14", 5_820_000_000n] : ["20", 0n],
    );
    expect(await alertKinds(world.t)).toEqual([]);
    await sound(world);
  });
});

describe("the database", () => {
  const app = () => world.t.database.db;
  const insert = (id: string, by: TestMember) =>
    sql`insert into withdrawal_approvals (withdrawal_id, admin_id, reason) values (${id}, ${by.id}, 'x')`.execute(
      app(),
    );

  it("stores nothing signed for a withdrawal that two admins haven't approved, even for the owner [M4.16]", async () => {
    const { id } = await ask(world);
    ok(await approve(world, id, admins[0]));
    const store = sql`
      insert into payment_attempts (withdrawal_id, signature, bytes, network_fee, lamports, last_valid_block_height, created_at, updated_at)
      values (${id}, ${`forged${id}`}, 'x', 5000, 1, 1, now(), now())`;
    await expect(store.execute(app())).rejects.toMatchObject(APPROVED);
    await expect(store.execute(world.t.database.ownerDb)).rejects.toMatchObject(APPROVED);
    await expect(sql`update withdrawals set state = 'SIGNED' where id = ${id}`.execute(app())).rejects.toMatchObject(
      APPROVED,
    );
    await expect(
      sql`update withdrawals set approval_until = null where id = ${id}`.execute(app()),
    ).rejects.toMatchObject(APPROVED);
    ok(await refuse(world, id, admins[1]));
  });

  it("keeps approvals as they are, and accepts them only from admins other than the member [M4.16]", async () => {
    const { anna, id } = await ask(world, "6", admins[2]);
    const member = await world.t.member("nobody");
    for (const by of [anna, member]) await expect(insert(id, by)).rejects.toMatchObject(APPROVED);
    await insert(id, admins[0]);
    await expect(insert(id, admins[0])).rejects.toMatchObject(APPROVED);
    for (const change of [
      sql`update withdrawal_approvals set admin_id = ${admins[1].id} where withdrawal_id = ${id}`,
      sql`delete from withdrawal_approvals where withdrawal_id = ${id}`,
    ]) {
      await expect(change.execute(world.t.database.ownerDb)).rejects.toMatchObject(APPROVED);
    }
    ok(await refuse(world, id, admins[1]));
    await expect(insert(id, admins[1])).rejects.toMatchObject(APPROVED);
  });

  it("books a payment of which restored books have lost the approvals, and pays it no second time [M4.17]", async () => {
    const { anna, to, id } = await ask(world);
    const { wallet } = world;
    const address = wallet.nonceAddress(1);
    const { nonces } = await world.truth.nonces([address]);
    const { bytes, signature } = wallet.signPayment({
      to,
      lamports: 5_820_000_000n,
      nonce: { address, value: nonces[0]?.value ?? "" },
      reference: (await memosOf(world, id)).paid,
      priorityFee: 3n,
    });
    await world.truth.send(bytes);
    await finalized(world, signature);
    const other = await ask(world, "1");
    await work(world);
    expect(await stateOf(world.t, id)).toEqual({ state: "FINALIZED", attempts: ["FINALIZED"] });
    expect([await balanceOf(world.t, anna), await held(world, to)]).toEqual(["14", 5_820_000_000n]);
    expect([(await stateOf(world.t, other.id)).state, await alertKinds(world.t)]).toEqual(["FINALIZED", []]);
    await sound(world);
  });
});

it("a stolen session can't try passwords on approvals: they count like sign-ins [M4.16]", async () => {
  const { id } = await ask(world);
  const consumed: string[] = [];
  const consume = async (limit: string, key: string) => void consumed.push(`${limit} ${key}`);
  const asRuth = {
    ...contextOf(world.services, { ...admins[0], role: "admin", suspended: false, emailVerified: true }),
    consume,
  };
  await expect(approveWithdrawal(asRuth, { id, password: "guess", reason: "x" })).rejects.toMatchObject({
    code: "WRONG_PASSWORD",
  });
  expect(consumed).toEqual([`signIn session:${asRuth.session.familyId}`]);
  ok(await refuse(world, id, admins[1]));
});
