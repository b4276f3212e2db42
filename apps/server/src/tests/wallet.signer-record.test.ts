import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scanHotWallet } from "@bbux/api";
import { auditReserves } from "@bbux/api/operator";
import type { PaymentRequest, Signer } from "@bbux/chain";
import { openSigner } from "@bbux/signer/open";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fenceOf, land, nonceAt } from "./wallet.fence.support.ts";
import { sell } from "./wallet.sales.support.ts";
import { drive, type MoneyWorld, SOL, startMoney, stateOf, stranger, work } from "./wallet.support.ts";

// The signer's own record against books and chain (docs/adr/0026). What can be wrong with the books is in wallet.wrong-books.

let world: MoneyWorld;
beforeAll(async () => {
  world = await startMoney();
});
afterAll(() => world.stop());

async function findings(
  signer: Pick<Signer, "addressesOf" | "keys" | "record"> = world.services.signer,
): Promise<string[]> {
  const services = { ...world.services, signer, chain: world.truth };
  const { problems } = await auditReserves(services, { deep: true, pauseMs: 20 });
  return problems.map(({ finding, subject }) => `${finding} ${subject}`).sort();
}

/** A payment that a stolen process asks for, without a word to the books. */
async function asked(position: number, more: Partial<PaymentRequest> = {}): Promise<PaymentRequest> {
  return {
    note: { reference: randomUUID(), userId: "1", memberSince: new Date(0), amount: SOL },
    destination: stranger(),
    lamports: SOL / 10n,
    nonce: await nonceAt(world, position),
    priorityFee: 3n,
    fence: await fenceOf(world),
    ...more,
  };
}

describe("the audit of the signer's record", () => {
  it("finds nothing as long as everything signed is in the books", async () => {
    await sell(world);
    await work(world);
    expect(await findings()).toEqual([]);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from payment_attempts where record_position is null`.execute(world.t.database.ownerDb);
    expect(rows).toEqual([{ n: 0 }]);
  });

  it("names a payment that the books don't know while it may land, and no longer once its nonce is used up", async () => {
    const request = await asked(1);
    const { signature } = await world.services.signer.pay(request);
    expect(await findings()).toEqual([`SIGNED_LOOSE ${signature}`]);
    const { nonce } = request;
    const terms = { nonce, fence: await fenceOf(world), priorityFee: 9n };
    await land(world, await world.services.signer.cancel({ reference: nonce.address, ...terms }));
    await scanHotWallet(world.services);
    await work(world);
    expect(await findings()).toEqual([]);
  });

  it("names a payment of a withdrawal that goes to someone else", async () => {
    const sale = await sell(world);
    const { reference } = await world.t.database.ownerDb
      .selectFrom("withdrawals")
      .select("reference")
      .where("id", "=", sale.id)
      .executeTakeFirstOrThrow();
    const request = await asked(2);
    const { signature } = await world.services.signer.pay({ ...request, note: { ...request.note, reference } });
    expect(await findings()).toEqual([`SIGNED_LOOSE ${signature}`, `SIGNED_OTHERWISE ${signature}`]);
    // The signer's word is against it now, so an operator has to look.
    await expect(drive(world)).rejects.toThrow("now 4.85 SOL");
    expect(await stateOf(world.t, sale.id)).toEqual({ state: "REQUESTED", attempts: [] });
  });

  it("names every transaction of the books that a record which was replaced doesn't have", async () => {
    const { signer, record } = openSigner(new Uint8Array(32).fill(1), {
      dir: mkdtempSync(join(tmpdir(), "bbux-other-")),
      limits: { payment: "0", hour: "0", day: "0", priorityFee: "0" },
    });
    await signer.signCheckpoint("bbux-checkpoint-v2\nday 2026-11-22\n");
    const { rows } = await sql<{ signature: string }>`
      select signature from payment_attempts where record_position is not null`.execute(world.t.database.ownerDb);
    expect(rows.length).toBeGreaterThan(5);
    expect(await findings(signer)).toEqual(rows.map(({ signature }) => `NOT_SIGNED ${signature}`).sort());
    record.close();
  });

  it("names a payment that landed and that the books don't know", async () => {
    const signed = await world.services.signer.pay(await asked(1));
    await land(world, signed);
    expect(await findings()).toContain(`SIGNED_UNBOOKED ${signed.signature}`);
  });
});
