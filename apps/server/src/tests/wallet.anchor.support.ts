import { makeCheckpoint, sealLog } from "@bbux/api";
import type { ChainTransaction } from "@bbux/chain";
import { DAY_MS } from "@bbux/contract";
import { sql } from "kysely";
import { call, ok } from "./support.ts";
import type { MoneyWorld } from "./wallet.support.ts";

/** Makes the checkpoint of another day. */
export async function nextCheckpoint({ t, services }: MoneyWorld): Promise<void> {
  t.travel(DAY_MS);
  await sealLog(services);
  if ((await makeCheckpoint(services)) !== "made") throw new Error("There is one already");
}

/** The latest checkpoint's note, as published. */
export async function latestNote({ t }: MoneyWorld) {
  const note = ok(await call(t, "GET", "/transparency")).notes.latest[0];
  const [, size, root = ""] = note.text.split("\n");
  return { ...note, size: Number(size), root } as { size: number; root: string; anchor: { signature: string } | null };
}

/** Transactions that are to write the latest note to the chain, by the books. */
export async function anchors({ t }: MoneyWorld): Promise<{ state: string; signature: string }[]> {
  const { rows } = await sql<{ state: string; signature: string }>`
    select p.state, a.signature from checkpoint_anchors a join payment_attempts p on p.signature = a.signature
     where a.day = (select max(day) from checkpoint_notes) order by p.id`.execute(t.database.ownerDb);
  return rows;
}

/** Transactions of the hot wallet that have written the latest note to the chain, on the chain as it is. */
export async function landedAnchors(world: MoneyWorld): Promise<ChainTransaction[]> {
  const { size, root } = await latestNote(world);
  const listed = await world.truth.signaturesOf(world.wallet.address, { limit: 100 });
  const all = await Promise.all(listed.map(({ signature }) => world.truth.transaction(signature)));
  const memo = `bbux-log ${size} ${root} `;
  return all.filter((each): each is ChainTransaction => each?.memos.some((one) => one.startsWith(memo)) ?? false);
}
