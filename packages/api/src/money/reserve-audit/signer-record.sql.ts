import type { KeyVersions, SignedKind } from "@bbux/chain";
import type { Database } from "@bbux/db";
import { sql } from "kysely";

/** A transaction that these books have, as the signer must have signed it. Amounts in lamports. */
export interface BookedSignature {
  readonly signature: string;
  /** In the signer's record; null for what was found on the chain. */
  readonly position: number | null;
  readonly kind: Exclude<SignedKind, "signCheckpoint">;
  readonly reference: string;
  /** Of a payment or a move to the cold wallet; null for others, which only the signer itself gives a destination. */
  readonly destination: string | null;
  readonly lamports: bigint;
  readonly nonceValue: string | null;
  readonly keys: KeyVersions;
}

interface Row extends Omit<BookedSignature, "position" | "lamports"> {
  position: string | null;
  lamports: string;
}

const columns = sql`
  p.signature, p.record_position::text as position, coalesce(w.destination, c.address) as destination,
  coalesce(m.amount, p.lamports)::text as lamports, p.nonce_value as "nonceValue",
  jsonb_build_object('hot', p.hot_version, 'nonce', p.nonce_version) as keys,
  case when a.day is not null then 'anchor' when m.purpose = 'hot' then 'moveHot' when m.purpose = 'nonce' then 'handOver' when p.cancels then 'cancel' when w.id is not null then 'pay' when s.id is not null then 'sweep'
       when c.id is not null then 'toCold' else 'createNonce' end as kind,
  coalesce(split_part(a.body, E'\\n', 2) || ' ' || split_part(a.body, E'\\n', 3), w.reference::text, s.id::text, c.reference::text, case when p.cancels then n.address else n.position::text end) as reference
  from payment_attempts p
  left join withdrawals w on w.id = p.withdrawal_id
  left join sweeps s on s.id = p.sweep_id
  left join cold_transfers c on c.id = p.cold_transfer_id
  left join payment_nonces n on n.id = p.created_nonce_id
  left join key_moves m on m.signature = p.signature
  left join (checkpoint_anchors join checkpoint_notes a using (day)) on checkpoint_anchors.signature = p.signature`;

export async function bookedBySignature(
  db: Database,
  signatures: readonly string[],
): Promise<ReadonlyMap<string, BookedSignature>> {
  const { rows } = await sql<Row>`select ${columns} where p.signature = any (${signatures})`.execute(db);
  return new Map(rows.map((row) => [row.signature, toBooked(row)]));
}

/** What the books say was recorded after one position and up to another, in any order. */
export async function bookedByPosition(db: Database, after: number, to: number): Promise<readonly BookedSignature[]> {
  const { rows } = await sql<Row>`
    select ${columns} where p.record_position > ${after} and p.record_position <= ${to}`.execute(db);
  return rows.map(toBooked);
}

/** At most `limit` signatures that the books have from a later position than the record's last, or with no position since it began. */
export async function bookedBeside(db: Database, last: number, since: Date, limit: number): Promise<readonly string[]> {
  const { rows } = await sql<{ signature: string }>`
    select signature from payment_attempts
     where record_position > ${last} or record_position is null and bytes <> '' and created_at > ${since}
     order by id limit ${limit}`.execute(db);
  return rows.map(({ signature }) => signature);
}

/** What the withdrawals with these references are to pay, by reference. */
export async function requestedByReference(
  db: Database,
  references: readonly string[],
): Promise<ReadonlyMap<string, { readonly destination: string; readonly lamports: bigint }>> {
  const { rows } = await sql<{ reference: string; destination: string; lamports: string }>`
    select reference::text, destination, net_amount::text as lamports from withdrawals
     where reference = any (${references}::uuid[])`.execute(db);
  return new Map(
    rows.map(({ reference, destination, lamports }) => [reference, { destination, lamports: BigInt(lamports) }]),
  );
}

function toBooked(row: Row): BookedSignature {
  return { ...row, position: row.position === null ? null : Number(row.position), lamports: BigInt(row.lamports) };
}
