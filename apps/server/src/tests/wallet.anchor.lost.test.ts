import { scanHotWallet } from "@bbux/api";
import { type Signer, SignerError } from "@bbux/chain";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { anchors, landedAnchors, latestNote, nextCheckpoint } from "./wallet.anchor.support.ts";
import { agree } from "./wallet.cold.support.ts";
import { fenceOf, land, nonceAt, reopen } from "./wallet.fence.support.ts";
import { alertKinds, type MoneyWorld, startMoney, work } from "./wallet.support.ts";

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
    // Of a checkpoint that these books don't have.
    const other = Buffer.alloc(32, 8).toString("base64");
    const next = { ...terms, nonce: await nonceAt(world, 3) };
    await land(world, await world.services.signer.anchor({ size: 999, root: other, ...next }));
    await scanHotWallet(world.services);
    await work(world);
    expect(await alertKinds(world.t)).toEqual([]);
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
