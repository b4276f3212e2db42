import { scanHotWallet } from "@bbux/api";
import { auditReserves, settleAlert } from "@bbux/api/operator";
import { type Signer, SignerError } from "@bbux/chain";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { anchors, landedAnchors, latestNote, nextCheckpoint } from "./wallet.anchor.support.ts";
import { agree } from "./wallet.cold.support.ts";
import { fenceOf, land, nonceAt, reopen } from "./wallet.fence.support.ts";
import { alertKinds, drive, type MoneyWorld, startMoney, work } from "./wallet.support.ts";

// Roots on the chain that the books don't know (docs/adr/0029).

let world: MoneyWorld;
/** What happens once while the signer answers: what it has signed isn't stored yet. */
let meanwhile: (() => Promise<void>) | null = null;
const hesitant = (real: Signer): Signer => ({
  ...real,
  async anchor(request) {
    const signed = await real.anchor(request);
    const work = meanwhile;
    meanwhile = null;
    await work?.();
    return signed;
  },
});
beforeAll(async () => {
  world = await startMoney({ signer: hesitant });
  await reopen(world);
});
afterAll(() => world.stop());
beforeEach(() => nextCheckpoint(world));

const ROOT = Buffer.alloc(32, 8).toString("base64");
/** Transactions that have written a root which is none of the log's, by the audit. */
async function unknownRoots(): Promise<string[]> {
  const { problems } = await auditReserves({ ...world.services, chain: world.truth }, { deep: true, pauseMs: 1 });
  expect(problems.map(({ finding }) => finding).filter((finding) => finding !== "LOG_ROOT")).toEqual([]);
  return problems.map(({ subject }) => subject).sort();
}

describe("a root on the chain", () => {
  it("isn't written again by a worker that was slow, with whatever nonce another one has written it since", async () => {
    const { ownerDb } = world.t.database;
    const first = (state: string) =>
      sql`
        update payment_nonces set state = ${state} where position = (select min(position) from payment_nonces)`.execute(
        ownerDb,
      );
    await sql`alter table payment_nonces disable trigger user`.execute(ownerDb);
    meanwhile = async () => {
      await first("LOST");
      await work(world);
      await first("READY");
    };
    await work(world);
    await sql`alter table payment_nonces enable trigger user`.execute(ownerDb);
    expect(await landedAnchors(world)).toHaveLength(1);
    expect((await anchors(world)).map(({ state }) => state)).toEqual(["CANCELED"]);
    await agree(world);
  });

  it("that restored books have forgotten is recognized by its memo, and not written again", async () => {
    const { size, root } = await latestNote(world);
    const terms = { nonce: await nonceAt(world, 2), priorityFee: 3n, fence: await fenceOf(world) };
    const signed = await world.services.signer.anchor({ size, root, ...terms });
    await land(world, signed);
    await scanHotWallet(world.services);
    await work(world);
    expect([(await landedAnchors(world)).length, await anchors(world)]).toMatchObject([
      1,
      [{ state: "CANCELED", signature: signed.signature }],
    ]);
    expect(await alertKinds(world.t)).toEqual([]);
    await agree(world);
  });

  it("with the platform's mark that no checkpoint has is an alert and a finding until an operator has dealt with it, and stops nothing", async () => {
    const terms = { nonce: await nonceAt(world, 3), priorityFee: 3n, fence: await fenceOf(world) };
    const signed = await world.services.signer.anchor({ size: 999, root: ROOT, ...terms });
    await land(world, signed);
    await scanHotWallet(world.services);
    await work(world);
    expect(await unknownRoots()).toEqual([signed.signature]);
    // One that uses up a nonce which the books are using up themselves.
    await nextCheckpoint(world);
    world.instead({ send: async () => undefined });
    await drive(world);
    const [own] = await anchors(world);
    const [{ nonce_id: id, nonce_value: value } = { nonce_id: "", nonce_value: "" }] = (
      await sql<{ nonce_id: string; nonce_value: string }>`
        select nonce_id::text, nonce_value from payment_attempts where signature = ${own?.signature}`.execute(
        world.t.database.ownerDb,
      )
    ).rows;
    const { address } = await world.t.database.ownerDb
      .selectFrom("payment_nonces")
      .select("address")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const second = { ...terms, nonce: { address, value }, fence: await fenceOf(world) };
    const adopted = await world.services.signer.anchor({ size: 998, root: ROOT, ...second });
    await land(world, adopted);
    await world.heal();
    await work(world);
    expect((await anchors(world)).map(({ state }) => state)).toEqual(["EXPIRED", "CANCELED"]);
    const both = [signed.signature, adopted.signature].sort();
    expect([await unknownRoots(), await alertKinds(world.t)]).toEqual([both, ["log_root_unknown", "log_root_unknown"]]);
    expect(
      (await world.t.database.ownerDb.selectFrom("chain_state").selectAll().executeTakeFirstOrThrow())
        .withdrawals_stopped_at,
    ).toBe(null);
    for (const subject of both) await settleAlert(world.services, { kind: "log_root_unknown", subject });
    expect(await unknownRoots()).toEqual([]);
    await agree(world);
  });

  it("isn't taken for the platform's without the platform's mark: payments stop", async () => {
    const { size, root } = await latestNote(world);
    const reference = `bbux-log ${size} ${root}`;
    const nonce = await nonceAt(world, 4);
    await land(world, world.wallet.signCancellation({ nonce, reference, priorityFee: 3n }));
    await scanHotWallet(world.services);
    expect(await alertKinds(world.t)).toContain("unexplained_outflow");
  });

  it("is signed ten times a day at most, and operators are alerted then", async () => {
    const terms = { nonce: await nonceAt(world, 5), priorityFee: 3n, fence: await fenceOf(world) };
    const root = Buffer.alloc(32, 1).toString("base64");
    let refused: unknown;
    for (let size = 1; size <= 11 && !refused; size++) {
      await world.services.signer.anchor({ size, root, ...terms }).catch((error: unknown) => {
        refused = error;
      });
    }
    expect(refused).toBeInstanceOf(SignerError);
    expect(refused).toMatchObject({ code: "REFUSED", rule: "ANCHOR_LIMIT" });
    await world.services.db
      .updateTable("chain_state")
      .set({ withdrawals_stopped_at: null, withdrawals_stopped_because: null })
      .execute();
    await work(world);
    expect([await anchors(world), await alertKinds(world.t)]).toEqual([[], expect.arrayContaining(["signer_refused"])]);
  });
});
