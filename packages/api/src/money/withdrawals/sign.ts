import type { Blockhash, SignedTransaction } from "@bbux/chain";
import type { DB } from "@bbux/db";
import { LedgerError } from "@bbux/ledger";
import { sql, type Transaction } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { withEffects } from "../../platform/transactions/index.ts";
import { closeAlert, raiseAlert } from "../chain/index.ts";
import { scanHotWallet } from "../hot-wallet/index.ts";
import { type Subject, storeAttempt } from "./attempts.sql.ts";
import { refund } from "./subjects.ts";
import { whyNotPayable } from "./withdraw.command.ts";

/** Payments per pass; the next pass takes the rest. */
const BATCH_SIZE = 100;
/** How long one blockhash is used for signing: it lives for a minute, and everything has to be sent by then. */
const SIGN_MS = 15_000;
/** The chain's minimum balance for an account that pays fees, in lamports. */
const LEAST = 890_880n;

interface Waiting {
  readonly subject: Subject;
  readonly userId: string;
  readonly lamports: bigint;
  /** Of a withdrawal. */
  readonly destination: string;
}

/**
 * Signs and stores waiting payments, as far as the hot wallet's balance allows. Each blockhash is fresh, and nothing is
 * sent before its bytes are stored (docs/DECISIONS.md 1.10). What can't be paid now stays held, and operators are
 * alerted.
 */
export async function signWaiting(services: Services): Promise<void> {
  const waiting = await whatWaits(services);
  const short = new Map<Subject["kind"], string>();
  let failed: unknown;
  if (waiting.length > 0) {
    const { chain, platformWallet } = services;
    // A hot wallet payment unknown to these books stops payments before another is signed, because books restored from
    // a backup would pay again what they have forgotten.
    await scanHotWallet(services);
    const recent = await chain.latestBlockhash();
    const until = performance.now() + SIGN_MS;
    const { slot, lamports } = await chain.balances([platformWallet.address]);
    const funds: Funds = { slot, lamports: lamports[0] ?? 0n };
    for (const item of waiting) {
      if (performance.now() > until) break;
      try {
        const lacks = await signOne(services, item, recent, funds);
        if (lacks !== null) short.set(item.subject.kind, lacks);
      } catch (error) {
        // A failure doesn't hold up the others.
        failed ??= error;
      }
    }
  }
  for (const kind of ["withdrawal", "sweep"] as const) {
    const detail = short.get(kind);
    if (detail === undefined) await closeAlert(services, "hot_wallet_short", kind);
    else await raiseAlert(services, { kind: "hot_wallet_short", subject: kind, detail });
  }
  if (failed) throw failed;
}

/** What the hot wallet held at a finalized slot, in lamports. */
interface Funds {
  readonly slot: bigint;
  readonly lamports: bigint;
}

/** @returns what the hot wallet lacks for it, as a sentence, or null */
async function signOne(services: Services, item: Waiting, recent: Blockhash, funds: Funds): Promise<string | null> {
  const { kind, id } = item.subject;
  if (kind === "withdrawal" && (await isUnpayable(services, item))) return null;
  const signed = signItem(services, item, recent.blockhash);
  if (kind === "sweep" && (await wouldFail(services, item, signed))) return null;
  if (kind === "withdrawal") await services.failpoint("withdrawal.signed");
  const needs = signed.networkFee + (kind === "withdrawal" ? item.lamports : 0n);
  const outcome = await store(services, item, signed, { ...recent, needs, funds });
  if (outcome === "stored") await services.failpoint(kind === "withdrawal" ? "withdrawal.stored" : "sweep.stored");
  return outcome === "short"
    ? `${kind} ${id} needs ${needs} lamports, which the hot wallet does not have to spare`
    : null;
}

/** Every member's oldest first, then every member's second, so a member with many withdrawals holds up nobody else. */
async function whatWaits({ db }: Services): Promise<Waiting[]> {
  const { rows } = await sql<{
    kind: Subject["kind"];
    id: string;
    user_id: string;
    lamports: string;
    destination: string;
  }>`
    (select 'withdrawal' as kind, id::text, user_id::text, net_amount::text as lamports, destination
       from (select w.*, row_number() over (partition by user_id order by id) as place
               from withdrawals w where state = 'REQUESTED') as w
      order by place, w.id limit ${BATCH_SIZE})
    union all
    (select 'sweep', s.id::text, s.user_id::text, s.amount::text, ''
       from sweeps s where s.state = 'OPEN'
        and not exists (select from payment_attempts p where p.sweep_id = s.id and p.state in ('SIGNED', 'SENT'))
      order by s.id limit ${BATCH_SIZE})`.execute(db);
  return rows.map(({ kind, id, user_id, lamports, destination }) => ({
    subject: { kind, id },
    userId: user_id,
    lamports: BigInt(lamports),
    destination,
  }));
}

/**
 * Returns the lamports that the hot wallet may spend: its balance at the slot, less its floor, everything signed that
 * may still land, and what has landed since. Runs under the lock of `chain_state`, so two workers can't spend the same
 * lamports.
 */
async function spendable(trx: Transaction<DB>, floor: bigint, { slot, lamports }: Funds): Promise<bigint> {
  const { rows } = await sql<{ promised: string }>`
    select coalesce(sum(network_fee + case when withdrawal_id is null then 0 else lamports end), 0)::text as promised
      from payment_attempts where state in ('SIGNED', 'SENT') or (state = 'FINALIZED' and slot > ${slot.toString()}::bigint)`.execute(
    trx,
  );
  return lamports - floor - BigInt(rows[0]?.promised ?? 0);
}

/**
 * An address can have become a program's since it was saved; the withdrawal is then refunded, as nothing was signed.
 */
async function isUnpayable(services: Services, { subject, destination }: Waiting): Promise<boolean> {
  const problem = await whyNotPayable(services, destination);
  if (problem === null) return false;
  await withEffects(services, async (trx, effects) => {
    if (await isWaiting(trx, subject)) await refund(trx, effects, subject.id, problem, services.now());
  });
  return true;
}

function signItem({ platformWallet }: Services, item: Waiting, blockhash: string): SignedTransaction {
  const { userId, lamports, destination } = item;
  return item.subject.kind === "withdrawal"
    ? platformWallet.signPayment({ to: destination, lamports, blockhash })
    : platformWallet.signSweep({ userId, lamports, blockhash });
}

/** Simulated first, because a failing sweep costs a fee for nothing: the address may hold more than is booked. */
async function wouldFail(services: Services, { subject }: Waiting, signed: SignedTransaction): Promise<boolean> {
  if ((await services.chain.simulate(signed.bytes)) === null) return false;
  await services.db
    .updateTable("sweeps")
    .set({ state: "GIVEN_UP", updated_at: services.now() })
    .where("id", "=", subject.id)
    .where("state", "=", "OPEN")
    .execute();
  return true;
}

/**
 * @returns `no` when another worker was faster, payments were stopped, the float is empty, or its signature isn't
 * unique
 */
async function store(
  services: Services,
  { subject, lamports }: Waiting,
  signed: SignedTransaction,
  { lastValidBlockHeight, needs, funds }: Blockhash & { readonly needs: bigint; readonly funds: Funds },
): Promise<"stored" | "short" | "no"> {
  const at = services.now();
  try {
    const outcome = await services.db.transaction().execute(async (trx) => {
      if (!(await isWaiting(trx, subject))) return "no";
      // The emergency stop waits for this, and nothing is stored after it. One process signs at a time.
      const { rows } = await sql<{ stopped: boolean }>`
        select withdrawals_stopped_at is not null as stopped from chain_state for no key update`.execute(trx);
      if (rows[0]?.stopped !== false) return "no";
      // A sweep brings SOL in, so it may use what withdrawals must leave.
      const { hotWalletFloor } = services.money;
      const floor = subject.kind === "withdrawal" || hotWalletFloor < LEAST ? hotWalletFloor : LEAST;
      if (needs > (await spendable(trx, floor, funds))) return "short";
      // The same amount to the same address on the same blockhash is the same transaction; the next blockhash makes it
      // unique.
      if (!(await storeAttempt(trx, subject, signed, { lamports, lastValidBlockHeight, at }))) return "no";
      if (subject.kind === "withdrawal") {
        await trx
          .updateTable("withdrawals")
          .set({ state: "SIGNED", updated_at: at })
          .where("id", "=", subject.id)
          .execute();
      }
      return "stored";
    });
    if (outcome === "stored") await closeAlert(services, "float_empty", "equity");
    return outcome;
  } catch (error) {
    if (!(error instanceof LedgerError && error.code === "INSUFFICIENT_BALANCE")) throw error;
    const detail =
      "The operator's float cannot pay the network's fees: send SOL to the hot wallet and record it as float";
    await raiseAlert(services, { kind: "float_empty", subject: "equity", detail });
    return "no";
  }
}

/** Locks the row. @returns whether it still waits to be signed */
async function isWaiting(trx: Transaction<DB>, { kind, id }: Subject): Promise<boolean> {
  if (kind === "withdrawal") {
    const { rows } = await sql<{ state: string }>`
      select state from withdrawals where id = ${id} for no key update`.execute(trx);
    return rows[0]?.state === "REQUESTED";
  }
  const locked = await sql<{ state: string }>`select state from sweeps where id = ${id} for no key update`.execute(trx);
  if (locked.rows[0]?.state !== "OPEN") return false;
  // Checked under the lock, because a statement that waited for it wouldn't see what another worker has stored since.
  const { rows } = await sql`
    select from payment_attempts where sweep_id = ${id} and state in ('SIGNED', 'SENT')`.execute(trx);
  return rows.length === 0;
}
