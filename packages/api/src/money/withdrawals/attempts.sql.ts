import { FEE_PER_SIGNATURE } from "@bbux/chain";
import type { DB } from "@bbux/db";
import { networkFeeReleased, post } from "@bbux/ledger";
import { type RawBuilder, sql, type Transaction } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import type { Attempt, HeldNonce, KeyMove, Subject, Validity } from "./attempt.types.ts";

export type { Attempt, HeldNonce, KeyMove, Subject, Validity };

interface Row {
  id: string;
  kind: Subject["kind"];
  subject_id: string;
  reference: string;
  fence: number;
  signature: string;
  bytes: Buffer;
  last_valid_block_height: string | null;
  nonce_id: string | null;
  nonce_address: string | null;
  nonce_value: string | null;
  nonce_min_slot: string | null;
  nonce_foreign_use: boolean | null;
  lamports: string;
  network_fee: string;
  cancels: boolean;
  anchor_size: string | null;
  anchor_root: string | null;
  hot_version: number;
  nonce_version: number;
  move: { purpose: KeyMove["purpose"]; from: number; to: number; amount: string } | null;
  cancel_requested: boolean;
  state: string;
  created_at: Date;
  sent_at: Date | null;
  missing_since: Date | null;
}

/** The kind of the subject of an attempt `p`. */
export const KIND = sql`case when p.withdrawal_id is not null then 'withdrawal' when p.sweep_id is not null then 'sweep'
  when p.cold_transfer_id is not null then 'cold' else 'nonce' end`;
/** The network's fee for signing with these versions of keys, in lamports. Version 1 of both is the same key, and signs once. */
export const signingFee = (hot: RawBuilder<unknown>, nonce: RawBuilder<unknown>) =>
  sql`case when (${hot}, ${nonce}) = (1, 1) then 1 else 2 end * ${FEE_PER_SIGNATURE.toString()}::bigint`;
/** What a failed attempt `p` costs, in lamports: the network fee, without the rent of the account that it would have created. */
export const COST_IF_FAILED = sql`case when p.created_nonce_id is not null and p.nonce_id is null and not p.cancels
  then least(p.network_fee, ${signingFee(sql`p.hot_version`, sql`p.nonce_version`)}) else p.network_fee end`;
/** The id of an attempt's subject. */
export const SUBJECT_ID = sql`coalesce(withdrawal_id, sweep_id, cold_transfer_id, created_nonce_id)`;

const columns = sql`
  p.id::text, ${KIND} as kind, ${SUBJECT_ID}::text as subject_id, fence, signature, bytes,
  coalesce((select w.reference::text from withdrawals w where w.id = withdrawal_id), sweep_id::text,
           (select c.reference::text from cold_transfers c where c.id = cold_transfer_id),
           (select n.address from payment_nonces n where n.id = created_nonce_id)) as reference, last_valid_block_height::text,
  nonce_id::text, nonce_value, (select n.address from payment_nonces n where n.id = p.nonce_id) as nonce_address,
  (select n.min_slot::text from payment_nonces n where n.id = p.nonce_id) as nonce_min_slot,
  (select n.missing_since is not null from payment_nonces n where n.id = p.nonce_id) as nonce_foreign_use,
  lamports::text, network_fee::text, cancels, anchors.size::text as anchor_size, anchors.root as anchor_root, hot_version, nonce_version,
  (select jsonb_build_object('purpose', m.purpose, 'from', m.from_version, 'to', m.to_version, 'amount', m.amount::text)
     from key_moves m where m.signature = p.signature) as move, exists (
    select from withdrawals w where w.id = withdrawal_id and w.cancel_reason is not null) as cancel_requested, state, created_at, sent_at, missing_since`;

/** With the root of the log that each writes to the chain, if it does. */
const attempts = sql`payment_attempts p left join lateral (
  select n.size, split_part(n.body, E'\\n', 3) as root
    from checkpoint_anchors a join checkpoint_notes n on n.day = a.day where a.signature = p.signature) anchors on true`;

/** Returns open attempts, oldest first, starting after an id. */
export async function openAttempts(db: Services["db"], limit: number, after: string): Promise<Attempt[]> {
  const { rows } = await sql<Row>`
    select ${columns} from ${attempts}
     where state in ('SIGNED', 'SENT', 'REPLACED') and id > ${after} order by p.id limit ${limit}`.execute(db);
  return rows.map(toAttempt);
}

/** Returns an attempt of the same subject by its signature, or null. */
export async function attemptBySignature(
  db: Services["db"],
  { kind, id }: Subject,
  signature: string,
): Promise<Attempt | null> {
  const { rows } = await sql<Row>`
    select ${columns} from ${attempts}
     where p.signature = ${signature} and ${sql.ref(SUBJECT_COLUMNS[kind])} = ${id}`.execute(db);
  return rows[0] ? toAttempt(rows[0]) : null;
}

/** The states of an attempt that may still land. */
export const OPEN = ["SIGNED", "SENT", "REPLACED"] as const;

export const SUBJECT_TABLES = {
  withdrawal: "withdrawals",
  sweep: "sweeps",
  cold: "cold_transfers",
  nonce: "payment_nonces",
} as const satisfies Record<Subject["kind"], string>;

export const SUBJECT_COLUMNS = {
  withdrawal: "withdrawal_id",
  sweep: "sweep_id",
  cold: "cold_transfer_id",
  nonce: "created_nonce_id",
} as const satisfies Record<Subject["kind"], string>;

function toAttempt(row: Row): Attempt {
  const { nonce_id: id, nonce_address: address, nonce_value: value } = row;
  const validity: Validity =
    id !== null && address !== null && value !== null
      ? {
          nonce: {
            id,
            address,
            value,
            minSlot: BigInt(row.nonce_min_slot ?? 0),
            version: row.nonce_version,
            foreignUse: row.nonce_foreign_use ?? false,
          },
          lastValidBlockHeight: null,
        }
      : { nonce: null, lastValidBlockHeight: BigInt(row.last_valid_block_height ?? 0) };
  return {
    ...validity,
    id: row.id,
    subject: { kind: row.kind, id: row.subject_id },
    reference: row.reference,
    fence: row.fence,
    signature: row.signature,
    bytes: new Uint8Array(row.bytes),
    lamports: BigInt(row.lamports),
    networkFee: BigInt(row.network_fee),
    cancels: row.cancels,
    anchor:
      row.anchor_size !== null && row.anchor_root !== null
        ? { size: Number(row.anchor_size), root: row.anchor_root }
        : null,
    move: row.move && { ...row.move, amount: BigInt(row.move.amount) },
    keys: { hot: row.hot_version, nonce: row.nonce_version },
    cancelRequested: row.cancel_requested,
    isReplaced: row.state === "REPLACED",
    createdAt: row.created_at,
    sentAt: row.sent_at,
    missingSince: row.missing_since,
  };
}

/**
 * Ends an open attempt in its final state. One that landed ends all others with its nonce, which can't land any more.
 * @returns false when it is no longer open, because another worker was faster
 */
export async function endAttempt(
  trx: Transaction<DB>,
  attempt: Attempt,
  state: "FINALIZED" | "FAILED" | "CANCELED" | "EXPIRED",
  facts: { readonly at: Date; readonly slot?: bigint },
): Promise<boolean> {
  const done = await trx
    .updateTable("payment_attempts")
    .set({ state, slot: facts.slot?.toString() ?? null, updated_at: facts.at })
    .where("id", "=", attempt.id)
    .where("state", "in", OPEN)
    .executeTakeFirst();
  if (done.numUpdatedRows === 0n) return false;
  if (state === "EXPIRED") await releaseFee(trx, attempt.subject, attempt);
  if (attempt.nonce) await expireOthers(trx, attempt, facts.at);
  return true;
}

async function expireOthers(trx: Transaction<DB>, { nonce }: Attempt, at: Date): Promise<void> {
  const { rows } = await sql<Subject & { signature: string; fee: string }>`
    update payment_attempts p set state = 'EXPIRED', updated_at = ${at}
     where nonce_id = ${nonce?.id} and nonce_value = ${nonce?.value} and state in ('SIGNED', 'SENT', 'REPLACED')
    returning signature, network_fee::text as fee, ${KIND} as kind, ${SUBJECT_ID}::text as id`.execute(trx);
  for (const { signature, fee, kind, id } of rows) {
    await releaseFee(trx, { kind, id }, { signature, networkFee: BigInt(fee) });
  }
}

async function releaseFee(
  trx: Transaction<DB>,
  subject: Subject,
  { signature, networkFee }: Pick<Attempt, "signature" | "networkFee">,
): Promise<void> {
  const refs = { [subject.kind]: subject.id, signature };
  await post(trx, networkFeeReleased({ hold: subject.id, networkFee, cause: signature, refs }));
}

/** The chain has shown an attempt, or its nonce unused. */
export async function clearMissing({ db }: Pick<Services, "db">, attempt: Attempt): Promise<void> {
  if (attempt.missingSince === null) return;
  await db
    .updateTable("payment_attempts")
    .set({ missing_since: null })
    .where("id", "=", attempt.id)
    .where("state", "in", OPEN)
    .execute();
}
