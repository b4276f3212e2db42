import { cancelWithdrawal } from "@bbux/api/operator";
import { type Signer, SignerError } from "@bbux/chain";
import { sampled } from "@bbux/db/testing/form";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { expectPaidOnce, expectRefundedOnce, sell } from "./wallet.sales.support.ts";
import { alertKinds, Crash, drive, type MoneyWorld, sound, startMoney, stateOf, work } from "./wallet.support.ts";

// A withdrawal holds its nonce and fee before the signer is asked, so whatever was signed and lost with a worker is signed again to the
// byte, or can't land (docs/adr/0026).

let world: MoneyWorld;
/** Replaces calls of the signer until the test ends. */
const signer: Partial<Signer> = {};
let real: Signer;

beforeAll(async () => {
  world = await startMoney({
    signer(own) {
      real = own;
      return new Proxy(own, { get: (target, key) => Reflect.get(signer, key) ?? Reflect.get(target, key) });
    },
  });
});
afterAll(() => world.stop());
afterEach(async () => {
  Reflect.deleteProperty(signer, "pay");
  await world.heal();
});

async function referenceOf(id: string): Promise<string> {
  const row = await world.t.database.ownerDb
    .selectFrom("withdrawals")
    .select("reference")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return row.reference;
}

/** What the signer has signed to pay a withdrawal. */
async function recorded(id: string): Promise<readonly string[]> {
  const reference = await referenceOf(id);
  const { lines } = await real.record(0);
  return lines.filter((line) => line.kind === "pay" && line.reference === reference).map(({ signature }) => signature);
}

async function heldBy(id: string): Promise<number> {
  const { rows } = await sql`select from payment_nonces where withdrawal_id = ${id}`.execute(world.t.database.ownerDb);
  return rows.length;
}

/** Has the signer sign, and its answer lost. */
function loseAnswers(): void {
  signer.pay = async (request) => {
    await real.pay(request);
    throw new SignerError("UNREACHABLE", "The connection to the signer was lost");
  };
}

describe("a payment that was signed and never stored", () => {
  it.each(sampled(["withdrawal.nonce", "withdrawal.signed"] as const))(
    "because the worker died at %s is signed once, also when fees have risen since, and paid once [M4.17]",
    async (point) => {
      const sale = await sell(world);
      world.crashAt(point);
      await expect(work(world)).rejects.toThrow(Crash);
      expect([await heldBy(sale.id), (await stateOf(world.t, sale.id)).attempts]).toEqual([1, []]);
      await sound(world);
      world.instead({ recentPriorityPrices: async () => [9_000_000n] });
      await work(world);
      expect(await recorded(sale.id)).toHaveLength(1);
      await expectPaidOnce(world, sale);
    },
  );

  it("because the answer was lost isn't given back before its nonce is used up, and can't land then [M4.16 M4.17]", async () => {
    const sale = await sell(world);
    loseAnswers();
    await expect(drive(world)).rejects.toThrow("connection to the signer was lost");
    await cancelWithdrawal(world.services, sale.id, "Asked by the member");
    await world.chain.faults([{ method: "sendTransaction", action: "swallow" }]);
    await drive(world);
    await drive(world);
    expect([(await stateOf(world.t, sale.id)).state, await heldBy(sale.id)]).toEqual(["REQUESTED", 1]);
    await world.heal();
    world.t.travel(3_000);
    await work(world);
    await expectRefundedOnce(world, sale, []);
    const { lines } = await real.record(0);
    const [lost] = await recorded(sale.id);
    const line = lines.find(({ signature }) => signature === lost);
    const { nonces } = await world.truth.nonces([line?.nonce?.address ?? ""]);
    expect(nonces[0]?.value).not.toBe(line?.nonce?.value);
  });

  it("has no second nonce although others are free", async () => {
    const sale = await sell(world);
    loseAnswers();
    for (let pass = 0; pass < 3; pass++) await expect(drive(world)).rejects.toThrow("lost");
    expect([await heldBy(sale.id), (await recorded(sale.id)).length]).toEqual([1, 1]);
    Reflect.deleteProperty(signer, "pay");
    await work(world);
    await expectPaidOnce(world, sale);
  });

  it("isn't stored beside what is to use up its nonce, even if it may be paid again meanwhile [M4.17]", async () => {
    const sale = await sell(world);
    loseAnswers();
    await expect(drive(world)).rejects.toThrow("lost");
    await cancelWithdrawal(world.services, sale.id, "Asked by the member");
    await world.chain.faults([{ method: "sendTransaction", action: "swallow" }]);
    await drive(world);
    // As approvals that count again do.
    await sql`update withdrawals set cancel_reason = null where id = ${sale.id}`.execute(world.t.database.ownerDb);
    Reflect.deleteProperty(signer, "pay");
    await drive(world);
    expect((await stateOf(world.t, sale.id)).attempts).toEqual([]);
    await world.heal();
    world.t.travel(3_000);
    await work(world);
    await expectPaidOnce(world, sale);
    await sound(world);
  });

  it("is given back once its nonce is used up if its destination has become a program's", async () => {
    const sale = await sell(world);
    loseAnswers();
    await expect(drive(world)).rejects.toThrow("lost");
    world.instead({
      account: async () => ({ lamports: 1n, owner: "11111111111111111111111111111111", executable: true }),
    });
    await work(world);
    await expectRefundedOnce(world, sale, []);
  });
});

describe("a payment that the signer refuses", () => {
  it("holds no nonce, waits with a stage that its member reads, and is given back at once if it is canceled [M4.16]", async () => {
    const sale = await sell(world);
    signer.pay = async () => {
      throw new SignerError("REFUSED", "1 SOL is above the limit");
    };
    await expect(drive(world)).rejects.toThrow("above the limit");
    const { waits_for } = await world.t.database.ownerDb
      .selectFrom("withdrawals")
      .select("waits_for")
      .where("id", "=", sale.id)
      .executeTakeFirstOrThrow();
    expect([await heldBy(sale.id), waits_for, await alertKinds(world.t)]).toEqual([0, "signer", ["signer_refused"]]);
    await cancelWithdrawal(world.services, sale.id, "Asked by the member");
    await drive(world);
    await expectRefundedOnce(world, sale, []);
  });

  it("leaves its nonce to another that waits for one in the same pass", { tags: "proof" }, async () => {
    await sql`update alerts set closed_at = now() where closed_at is null`.execute(world.t.database.ownerDb);
    const sales = [];
    // One more than there are nonces.
    for (let nth = 0; nth < 7; nth++) sales.push(await sell(world));
    const [refused, ...others] = sales;
    if (!refused) throw new Error("nobody");
    const reference = await referenceOf(refused.id);
    signer.pay = async (request) => {
      if (request.note.reference === reference) throw new SignerError("REFUSED", "1 SOL is above the limit");
      return real.pay(request);
    };
    await expect(drive(world)).rejects.toThrow("above the limit");
    for (const { id } of others) expect((await stateOf(world.t, id)).attempts).toEqual(["SIGNED"]);
    Reflect.deleteProperty(signer, "pay");
    await work(world);
    for (const sale of sales) await expectPaidOnce(world, sale);
    await sql`update alerts set closed_at = now() where closed_at is null`.execute(world.t.database.ownerDb);
  });

  it("at a higher fee is sent on with the fee that it has", async () => {
    await sql`update alerts set closed_at = now() where closed_at is null`.execute(world.t.database.ownerDb);
    const sale = await sell(world);
    await world.chain.faults([{ method: "sendTransaction", action: "swallow" }]);
    await drive(world);
    await world.heal();
    signer.pay = async () => {
      throw new SignerError("REFUSED", "1 SOL is above the limit");
    };
    world.instead({ recentPriorityPrices: async () => [9_000_000n] });
    world.t.travel(90_000);
    await work(world);
    await expectPaidOnce(world, sale);
    expect(await alertKinds(world.t)).toEqual(["signer_refused"]);
  });
});
