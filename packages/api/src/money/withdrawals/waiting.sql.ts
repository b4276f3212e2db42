import type { DB } from "@bbux/db";
import { type RawBuilder, sql, type Transaction } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { isFenceOpen } from "../chain/index.ts";
import { isApproved } from "./approvals.sql.ts";
import { SUBJECT_COLUMNS, SUBJECT_TABLES, type Subject } from "./attempts.sql.ts";
import { isHeldForSecurity } from "./security-hold.sql.ts";
import type { Payable } from "./sign-on-nonce.ts";

/** Payments per pass; the next pass takes the rest. */
const BATCH_SIZE = 100;

/** Something to be signed. The destination of a nonce account is its own address. */
export interface Waiting extends Payable {
  /** Of a nonce account. */
  readonly position: number;
}

/**
 * What keeps a withdrawal from being paid: a limit of the platform, too little SOL in the hot wallet, of which the cold wallet has
 * more, too little in the float, no free nonce, or a rule of the signer.
 */
export type WaitsFor = "limit" | "hot_wallet" | "cold_wallet" | "float" | "nonce" | "signer";

/** After a creation that the chain refused, it is tried again: each time costs a fee. */
const RETRY_MS = 60_000;

interface Row {
  kind: Subject["kind"];
  id: string;
  lamports: string;
  destination: string;
  position: number;
  reference: string;
  user_id: string;
  address_version: number;
  since: Date;
  amount: string;
}

const withdrawalColumns = sql`
  'withdrawal' as kind, w.id::text, w.net_amount::text as lamports, w.destination, 0 as position, w.reference::text,
  w.user_id::text, 0 as address_version, u.created_at as since, w.amount::text`;
const sweepColumns = sql`
  'sweep' as kind, s.id::text, s.amount::text as lamports, s.address as destination, 0 as position, '' as reference, s.user_id::text,
  (select address_version from wallets where wallets.user_id = s.user_id),
  'epoch'::timestamptz as since, s.amount::text`;
/** Only while nothing is missing, or what is moved could be somebody's. */
const coldColumns = sql`
  'cold' as kind, c.id::text, c.amount::text as lamports, c.address as destination, 0 as position, c.reference::text, '0' as user_id, 0,
  'epoch'::timestamptz as since, c.amount::text`;

/**
 * What may be signed now. While SOL moves to another hot wallet, for seconds, nothing new is paid (docs/adr/0030): what holds a nonce
 * stays with the wallet that it began with, and nonce accounts are created if the move has none.
 */
export async function payableNow(services: Pick<Services, "db" | "databaseNow">): Promise<Waiting[]> {
  const waiting = await waitingPayments(services);
  const { rows } = await sql<{ ready: boolean; held: string[] }>`
    select exists (select from payment_nonces where state = 'READY') as ready,
           array(select coalesce(withdrawal_id, sweep_id, cold_transfer_id)::text from payment_nonces where value is not null) as held
      from wallet_keys where state = 'MOVING'`.execute(services.db);
  const [moving] = rows;
  if (!moving) return waiting;
  return waiting.filter(({ subject }) => (subject.kind === "nonce" ? !moving.ready : moving.held.includes(subject.id)));
}

/** Every member's oldest first, then every member's second, so a member with many withdrawals holds up nobody else. */
async function waitingPayments({ db, databaseNow }: Pick<Services, "db" | "databaseNow">): Promise<Waiting[]> {
  const retried = new Date((await databaseNow()).getTime() - RETRY_MS);
  return read(
    db,
    sql`
    (select ${withdrawalColumns}
       from (select w.*, row_number() over (partition by user_id order by id) as place
               from withdrawals w where state = 'REQUESTED' and cancel_reason is null and ${isApproved("w")}
                 and not ${isHeldForSecurity("w")}) as w join users u on u.id = w.user_id
      order by place, w.id limit ${BATCH_SIZE})
    union all
    (select ${sweepColumns} from sweeps s
      where s.state = 'OPEN' and not exists (
            select from payment_attempts p where p.sweep_id = s.id and p.state in ('SIGNED', 'SENT'))
      order by s.id limit ${BATCH_SIZE})
    union all
    (select ${coldColumns} from cold_transfers c, chain_state
      where c.state = 'OPEN' and shortfall = 0 and not exists (
            select from payment_attempts p where p.cold_transfer_id = c.id and p.state in ('SIGNED', 'SENT')))
    union all
    (select 'nonce', n.id::text, '0', n.address, n.position, '', '', n.nonce_version, 'epoch', '0'
       from payment_nonces n where n.state = 'WANTED' and not exists (
            select from payment_attempts p where p.created_nonce_id = n.id and (p.state in ('SIGNED', 'SENT')
               or p.state = 'FAILED' and p.updated_at > ${retried}))
      order by n.position limit ${BATCH_SIZE})`,
  );
}

/** What an attempt for a withdrawal, sweep or move to the cold wallet signs. @returns null when there is no such row */
export async function payable(db: Services["db"], { kind, id }: Subject): Promise<Payable | null> {
  const rows = await read(
    db,
    kind === "withdrawal"
      ? sql`select ${withdrawalColumns} from withdrawals w join users u on u.id = w.user_id where w.id = ${id}`
      : sql`
          (select ${sweepColumns} from sweeps s where s.id = ${id} and ${kind} = 'sweep')
          union all (select ${coldColumns} from cold_transfers c where c.id = ${id} and ${kind} = 'cold')`,
  );
  return rows[0] ?? null;
}

async function read(db: Services["db"], select: RawBuilder<unknown>): Promise<Waiting[]> {
  const { rows } = await sql<Row>`${select}`.execute(db);
  return rows.map(
    ({
      kind,
      id,
      lamports,
      destination,
      position,
      reference,
      user_id: userId,
      address_version: addressVersion,
      since,
      amount,
    }) => ({
      subject: { kind, id },
      lamports: BigInt(lamports),
      destination,
      position,
      addressVersion,
      note: { reference, userId, memberSince: since, amount: BigInt(amount) },
    }),
  );
}

const WAITS = { sweep: "OPEN", cold: "OPEN", nonce: "WANTED" } as const;

/**
 * Locks the row. @returns whether it still waits to be signed; a payment doesn't while the fence is closed, as it may have been
 * signed already
 */
export async function isWaiting(trx: Transaction<DB>, { kind, id }: Subject): Promise<boolean> {
  if (kind === "withdrawal") {
    const { rows } = await sql<{ state: string }>`
      select state from withdrawals where id = ${id} for no key update`.execute(trx);
    return rows[0]?.state === "REQUESTED" && (await isFenceOpen(trx));
  }
  const state = WAITS[kind];
  const column = SUBJECT_COLUMNS[kind];
  const locked = await sql<{ state: string }>`
    select state from ${sql.table(SUBJECT_TABLES[kind])} where id = ${id} for no key update`.execute(trx);
  if (locked.rows[0]?.state !== state) return false;
  // Checked under the lock, because a statement that waited for it wouldn't see what another worker has stored since.
  const { rows } = await sql`
    select from payment_attempts where ${sql.ref(column)} = ${id} and state in ('SIGNED', 'SENT')`.execute(trx);
  return rows.length === 0;
}

/**
 * Locks the row. @returns whether it still waits, and surely nothing is signed for it: it holds no nonce with which the signer may have
 * been asked. A withdrawal may be given back then without a transaction.
 */
export async function isUnsigned(trx: Transaction<DB>, subject: Subject): Promise<boolean> {
  if (!(await isWaiting(trx, subject))) return false;
  const { rows } = await sql`
    select from payment_nonces where ${sql.ref(SUBJECT_COLUMNS[subject.kind])} = ${subject.id}`.execute(trx);
  return rows.length === 0;
}

/** Notes what withdrawals wait for, so that members can read it. */
export async function noteWaits(db: Services["db"], waits: ReadonlyMap<string, WaitsFor | null>): Promise<void> {
  if (waits.size === 0) return;
  // A row that another worker has locked is being paid, or noted by it.
  await sql`
    with noted as (
      select w.id, x.waits_for from unnest(${[...waits.keys()]}::bigint[], ${[...waits.values()]}::text[]) as x (id, waits_for)
        join withdrawals w on w.id = x.id
       where w.state = 'REQUESTED' and w.waits_for is distinct from x.waits_for
       order by w.id for no key update of w skip locked)
    update withdrawals w set waits_for = noted.waits_for from noted where w.id = noted.id`.execute(db);
}
