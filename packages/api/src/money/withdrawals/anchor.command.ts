import { FEE_PER_SIGNATURE, SignerError, signaturesOf } from "@bbux/chain";
import { sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { type Fence, noteRefusal } from "../chain/index.ts";
import { type Anchored, consumeNonce, consumptionTerms } from "./consume-nonce.ts";
import { freeNonces } from "./nonces.ts";
import { canBeStored } from "./store-signed.ts";

/**
 * Writes the root of the latest checkpoint's note to the chain, once: signs and stores a transaction that moves nothing but has the
 * root as its memo, with a nonce that no payment holds. It is sent and followed like the renewal of that nonce, and its fee is paid
 * and booked like that (docs/adr/0029). Only behind an open fence.
 * @returns whether one was stored
 * @throws ChainError
 */
export async function anchorCheckpoint(services: Services, fence: Fence): Promise<boolean> {
  if (!services.notes.isAnchored || !fence.isOpen) return false;
  const anchored = await dueAnchor(services.db);
  if (!anchored) return false;
  // In the order of their positions, so that what was signed and not stored is signed again with the same nonce.
  const [nonce] = await freeNonces(services);
  if (!nonce) return false;
  const terms = await consumptionTerms(services, fence);
  const { priorityFee, funds, hot } = terms;
  const subject = { kind: "nonce", id: nonce.id } as const;
  const keys = { hot, nonce: nonce.version };
  const cost = priorityFee + FEE_PER_SIGNATURE * signaturesOf(keys);
  if (!(await canBeStored(services, { subject, lamports: 0n, cost, keys, cancels: true, funds }))) return false;
  try {
    const stored = await consumeNonce(
      services,
      nonce,
      terms,
      async (trx) => {
        // Locked before the nonce, as by payments. Whoever stores anything locks this row, so what another worker has stored is seen.
        const { rows: state } = await sql`
          select from chain_state where fence_open and fence = ${fence.number} for no key update`.execute(trx);
        const { rows: free } = await sql`
          select from payment_nonces where id = ${nonce.id} and state = 'READY' and value is null and not exists (
            select from payment_attempts where nonce_id = ${nonce.id} and nonce_value = ${nonce.value}) for no key update`.execute(
          trx,
        );
        return state.length > 0 && free.length > 0 && (await dueAnchor(trx))?.day === anchored.day;
      },
      { anchored },
    );
    if (stored !== "stored") return false;
    await services.failpoint("anchor.stored");
    return true;
  } catch (error) {
    if (!(error instanceof SignerError)) throw error;
    if (error.code === "REFUSED") await noteRefusal(services, { kind: "anchor", id: anchored.day }, error);
    return false;
  }
}

/** The latest note, unless its root is on the chain or may still land. An earlier one isn't made up for: the latest covers it. */
async function dueAnchor(db: Services["db"]): Promise<Anchored | null> {
  const { rows } = await sql<{ day: string; size: string; root: string; done: boolean }>`
    select n.day::text, n.size::text, split_part(n.body, E'\\n', 3) as root, exists (
             select from checkpoint_anchors a join payment_attempts p on p.signature = a.signature
              where a.day = n.day and p.state not in ('FAILED', 'EXPIRED')) as done
      from checkpoint_notes n order by n.day desc limit 1`.execute(db);
  const [row] = rows;
  if (!row || row.done) return null;
  return { day: row.day, anchor: { size: Number(row.size), root: row.root } };
}
