import { cancelWithdrawal, resumeWithdrawals } from "@bbux/api/operator";
import type { ChainGateway, ChainTransaction } from "@bbux/chain";
import { sampled } from "@bbux/db/testing/form";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { expectPaidOnce, type Sale, sell, stopReason } from "./wallet.sales.support.ts";
import {
  balanceOf,
  drive,
  held,
  muchLater,
  SOL,
  signOnBlockhash,
  sound,
  stateOf,
  stranger,
  work,
} from "./wallet.support.ts";
import { alertsOf, fabricated, nonceSays, startTwoNodes, type TwoNodes } from "./wallet.witness.support.ts";

// Nothing is given back or given up unless two nodes show the same reason for it (docs/adr/0021).

let world: TwoNodes;
beforeAll(async () => {
  world = await startTwoNodes();
});
afterAll(() => world.stop());
afterEach(() => world.heal());

const NOBODY = "http://127.0.0.1:1";
const hot = () => world.services.platformWallet.address;
const disagree = expect.stringMatching(/^nodes_disagree .*: first\.example says that .*; witness\.example says that /);

interface Stored {
  readonly signature: string;
  readonly cancels: boolean;
  readonly nonce: { readonly address: string; readonly value: string };
}
const attemptsOf = async (id: string): Promise<Stored[]> => {
  const { rows } = await sql<{ signature: string; cancels: boolean; address: string; value: string }>`
    select p.signature, p.cancels, n.address, p.nonce_value as value from payment_attempts p join payment_nonces n on n.id = p.nonce_id
     where p.withdrawal_id = ${id} order by p.id`.execute(world.t.database.ownerDb);
  return rows.map(({ signature, cancels, ...nonce }) => ({ signature, cancels, nonce }));
};
const newest = async (id: string): Promise<Stored> => {
  const attempt = (await attemptsOf(id)).at(-1);
  if (!attempt) throw new Error("nothing is signed");
  return attempt;
};
const pool = async () => {
  const { rows } = await sql<{ address: string; state: string }>`
    select address, state from payment_nonces order by position`.execute(world.t.database.ownerDb);
  return rows;
};
/** Several passes, far enough apart for second looks. */
const lookLong = async () => {
  for (let look = 0; look < 4; look++) {
    await muchLater(world);
    await drive(world);
  }
};
/** A sale whose payment has landed. */
const landed = async (): Promise<Sale> => {
  const sale = await sell(world);
  await drive(world);
  await expect.poll(() => held(world, sale.to)).toBe(4_850_000_000n);
  return sale;
};
const refundedOnce = async ({ anna, to, id }: Sale) => {
  expect((await stateOf(world.t, id)).state).toBe("REFUNDED");
  expect([await balanceOf(world.t, anna), await held(world, to)]).toEqual(["10", 0n]);
  expect(await alertsOf(world)).toEqual([]);
  await sound(world);
};
/** A transaction of the hot wallet that is on no chain, and paid only its fee. */
const ofHot = async (facts: Partial<ChainTransaction>): Promise<ChainTransaction> => ({
  ...(await fabricated(world, hot(), -5_000n)),
  feePayer: hot(),
  signers: [hot()],
  ...facts,
});

describe("a withdrawal that was paid", () => {
  it("isn't given back when one node says that it failed [M4.16 M4.17]", async () => {
    const sale = await landed();
    world.instead({
      async statuses(list, minSlot) {
        const real = await world.truth.statuses(list, minSlot);
        return real.map((status) => status && { ...status, failed: true });
      },
      async transaction(signature) {
        const real = await world.truth.transaction(signature);
        return real && { ...real, failed: true };
      },
    });
    await lookLong();
    expect((await stateOf(world.t, sale.id)).state).toBe("SENT");
    expect(await balanceOf(world.t, sale.anna)).toBe("5");
    expect(await alertsOf(world)).toEqual([disagree]);
    await world.heal();
    await work(world);
    expect(await alertsOf(world)).toEqual([]);
    await expectPaidOnce(world, sale);
  });

  it("isn't given back when one node says that its cancellation landed [M4.16 M4.17]", { tags: "proof" }, async () => {
    const sale = await landed();
    const { nonce } = await newest(sale.id);
    // Nothing of it is shown, so that it is canceled.
    const hidden = { statuses: async (list: readonly string[]) => list.map(() => null) };
    world.instead({ ...hidden, ...nonceSays(world, nonce.address, nonce.value) });
    await cancelWithdrawal(world.services, sale.id, "The network is stuck");
    await drive(world);
    const canceled = await newest(sale.id);
    expect(canceled.cancels).toBe(true);
    const fake = await ofHot({ signature: canceled.signature, recentBlockhash: nonce.value });
    world.instead({
      statuses: async (list) =>
        list.map((each) => (each === fake.signature ? { slot: fake.slot, failed: false, level: "finalized" } : null)),
      transaction: async (signature) => (signature === fake.signature ? fake : null),
      ...nonceSays(world, nonce.address, stranger()),
    });
    await lookLong();
    expect((await stateOf(world.t, sale.id)).state).toBe("SENT");
    expect(await balanceOf(world.t, sale.anna)).toBe("5");
    expect(await alertsOf(world)).toEqual([disagree]);
    await world.heal();
    await work(world);
    expect(await alertsOf(world)).toEqual([]);
    await expectPaidOnce(world, sale);
  });

  it("isn't signed again when one node says that somebody else used its nonce, even after resuming [M4.17]", {
    tags: "proof",
  }, async () => {
    const sale = await landed();
    const { nonce, signature } = await newest(sale.id);
    const foreign = await ofHot({ signature: `${signature.slice(0, -4)}2222` });
    world.instead({
      statuses: async (list) => list.map(() => null),
      transaction: async (asked) =>
        asked === signature ? null : asked === foreign.signature ? foreign : world.truth.transaction(asked),
      async signaturesOf(address, page) {
        const real = (await world.truth.signaturesOf(address, page)).filter((each) => each.signature !== signature);
        return address === nonce.address
          ? [{ signature: foreign.signature, slot: foreign.slot, failed: false }, ...real]
          : real;
      },
    });
    await drive(world);
    expect(await stopReason(world)).toContain("is no transaction of the platform");
    await lookLong();
    await resumeWithdrawals(world.services);
    await lookLong();
    expect((await stateOf(world.t, sale.id)).attempts).toEqual(["SENT"]);
    expect(await alertsOf(world)).toContainEqual(disagree);
    await world.heal();
    await resumeWithdrawals(world.services);
    await work(world);
    await expectPaidOnce(world, sale);
    await sql`update alerts set closed_at = now() where kind = 'nonce_lost'`.execute(world.t.database.ownerDb);
    expect(await alertsOf(world)).toEqual([]);
  });

  it("on a blockhash isn't given up when one node shows neither it nor what it took [M4.17]", {
    tags: "proof",
  }, async () => {
    const sale = await sell(world);
    const { lamports } = await world.truth.balances([hot()]);
    const { signature } = await signOnBlockhash(world, sale.id);
    // From the start: a slow pass would see it landed.
    world.instead({
      statuses: async (list) => list.map(() => null),
      transaction: async (asked) => (asked === signature ? null : world.truth.transaction(asked)),
      signaturesOf: async () => [],
      async balances(addresses, minSlot) {
        const real = await world.truth.balances(addresses, minSlot);
        return addresses.length === 1 && addresses[0] === hot() ? { ...real, lamports } : real;
      },
    });
    await drive(world);
    await expect.poll(() => held(world, sale.to)).toBe(4_850_000_000n);
    await lookLong();
    expect((await stateOf(world.t, sale.id)).attempts).toEqual(["SENT"]);
    expect(await alertsOf(world)).toEqual([disagree]);
    await world.heal();
    await work(world);
    expect(await alertsOf(world)).toEqual([]);
    await expectPaidOnce(world, sale);
  });
});

describe("a withdrawal that wasn't paid", () => {
  it.each<[string, () => void]>(
    sampled([
      ["silent", () => world.witnessIs(NOBODY)],
      [
        "behind",
        () =>
          world.witnessSays({
            transaction: async () => null,
            finalizedHeight: async () => ({ slot: 1n, height: 1n }),
          }),
      ],
    ]),
  )("because it failed isn't given back while the witness is %s, and is once afterwards [M4.16]", async (_, fault) => {
    const sale = await sell(world);
    await world.chain.faults([{ method: "sendTransaction", action: "landFailed", times: 1 }]);
    fault();
    await drive(world);
    await lookLong();
    expect((await stateOf(world.t, sale.id)).state).toBe("SENT");
    expect([await balanceOf(world.t, sale.anna), await alertsOf(world)]).toEqual(["5", []]);
    await world.heal();
    await Promise.all([work(world), work(world)]);
    await refundedOnce(sale);
  });

  it("because it was canceled is given back only when both nodes show the cancellation [M4.16]", async () => {
    const sale = await sell(world);
    await world.chain.faults([{ method: "sendTransaction", action: "swallow" }]);
    await drive(world);
    await world.chain.faults([]);
    await cancelWithdrawal(world.services, sale.id, "The network is stuck");
    const { nonce } = await newest(sale.id);
    world.witnessSays(nonceSays(world, nonce.address, nonce.value));
    await lookLong();
    expect((await stateOf(world.t, sale.id)).state).toBe("SENT");
    expect(await alertsOf(world)).toEqual([expect.stringMatching(/^nodes_disagree .*its nonce is unused$/)]);
    await world.heal();
    await work(world);
    await refundedOnce(sale);
  });

  it("because its destination is a program is given back only when both nodes say so [M4.13]", {
    tags: "proof",
  }, async () => {
    const isProgram: Pick<ChainGateway, "account"> = {
      account: async (address) => ({ lamports: 1n, owner: address, executable: true }),
    };
    const [paid, returned] = [await sell(world), await sell(world)];
    world.instead(isProgram);
    await lookLong();
    for (const { id } of [paid, returned])
      expect(await stateOf(world.t, id)).toEqual({ state: "REQUESTED", attempts: [] });
    expect(await alertsOf(world)).toEqual([disagree, disagree]);
    world.instead({ account: async (address) => (address === returned.to ? isProgram.account(address) : null) });
    world.witnessSays(isProgram);
    await work(world);
    await world.heal();
    await expectPaidOnce(world, paid);
    await refundedOnce(returned);
  });
});

it("a nonce account isn't given up when one node says that it is closed", { tags: "proof" }, async () => {
  const before = await pool();
  world.instead({
    nonces: async (addresses, minSlot) => {
      const { slot, nonces } = await world.truth.nonces(addresses, minSlot);
      return { slot, nonces: nonces.map(() => null) };
    },
  });
  const sale = await sell(world);
  await lookLong();
  expect(await pool()).toEqual(before);
  expect(await alertsOf(world)).toContainEqual(disagree);
  await world.heal();
  await work(world);
  expect(await alertsOf(world)).toEqual([]);
  await expectPaidOnce(world, sale);
});

it("statuses and histories aren't older than the nonces that they are compared with", async () => {
  const sale = await sell(world);
  await world.chain.faults([{ method: "sendTransaction", action: "swallow" }]);
  await drive(world);
  await world.heal();
  let read = 0n;
  const since: [string, boolean][] = [];
  const note = (what: string, minSlot: bigint | undefined) =>
    since.push([what, minSlot !== undefined && minSlot >= read]);
  const { nonce } = await newest(sale.id);
  const lie = nonceSays(world, nonce.address, stranger());
  world.instead({
    async nonces(addresses, minSlot) {
      const found = await lie.nonces(addresses, minSlot);
      read = found.slot;
      return found;
    },
    async statuses(list, minSlot) {
      note("statuses", minSlot);
      return world.truth.statuses(list, minSlot);
    },
    async signaturesOf(address, page) {
      if (address === nonce.address) note("history", page.minSlot);
      return world.truth.signaturesOf(address, page);
    },
  });
  await drive(world);
  expect(new Set(since.map(([what]) => what))).toEqual(new Set(["statuses", "history"]));
  expect(since.filter(([, isSince]) => !isSince)).toEqual([]);
  await world.heal();
  world.t.travel(3_000);
  await work(world);
  await expectPaidOnce(world, sale);
  expect(await held(world, hot())).toBeGreaterThan(SOL);
});
