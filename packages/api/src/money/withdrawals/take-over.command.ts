import { SignerError } from "@bbux/chain";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { type Fence, noteRefusal } from "../chain/index.ts";
import { latestKey, setKeyState, type WalletKey, type WalletKeys, walletKeys } from "../wallet-keys/index.ts";
import type { HeldNonce, KeyMove } from "./attempts.sql.ts";
import { type ConsumptionTerms, consumeNonce, consumptionTerms } from "./consume-nonce.ts";
import { type Funds, feeAllowance, LEAST, readFunds, unpromised } from "./funds.ts";
import { freeNonces } from "./nonces.ts";

/** Less than this isn't moved, because the network fee would be out of proportion. */
const LEAST_MOVED = 100_000n;

/**
 * Has the newest hot wallet and the newest authority of nonce accounts take over, one step at a time (docs/adr/0030): moves to the
 * wallet what earlier ones have and nothing signed needs, also what arrives there later, and hands accounts over that no payment holds.
 * Each of these is a transaction that uses up a nonce, sent and followed like a renewal, of which at most one can land. Only behind an
 * open fence.
 * @returns whether one was stored
 * @throws ChainError
 */
export async function takeOver(services: Services, fence: Fence): Promise<boolean> {
  const keys = await walletKeys(services);
  if (!fence.isOpen || (keys.hot.length === 1 && keys.nonce.length === 1)) return false;
  const funds = await readFunds(services, keys);
  const movable = await movableSol(services, keys, funds);
  if (movable.length === 0) await noteProgress(services, keys, funds);
  if (movable.length === 0 && !(await hasHandover(services.db, keys))) return false;
  const terms = await consumptionTerms(services, fence, keys);
  const free = await freeNonces(services);
  let isStored = false;
  const store = async (nonce: HeldNonce, move: KeyMove, hot: number) => {
    if (!(await storeMove(services, nonce, move, { ...terms, hot }))) return;
    isStored = true;
    await services.failpoint("keys.stored");
  };
  const latest = latestKey(keys, "hot");
  for (const { from, amount, payer } of movable) {
    const [nonce] = free.splice(0, 1);
    if (nonce) await store(nonce, { purpose: "hot", from, to: latest.version, amount }, payer);
  }
  // What is left in an emptied wallet is for payments that it began.
  if (latest.state !== "MOVING") {
    for (const [nonce, move] of handovers(services, keys, free)) await store(nonce, move, terms.hot);
  }
  return isStored;
}

/** What an earlier hot wallet can give now, in lamports, and the version of the wallet that pays the fee. */
interface Movable {
  readonly from: number;
  readonly amount: bigint;
  readonly payer: number;
}

/** Of each earlier hot wallet; nothing while a move from it is under way, or has just failed. */
async function movableSol(services: Services, keys: WalletKeys, funds: Funds): Promise<Movable[]> {
  const { version: latest, state } = latestKey(keys, "hot");
  const fees = feeAllowance(services.money);
  const held = funds.of.get(latest) ?? 0n;
  // Until the newest has something, the one that is emptied pays the fee.
  const paysItself = state !== "MOVING" && held >= LEAST + fees;
  // An account that has less than it must keep can't be made.
  const least = held < LEAST ? LEAST : LEAST_MOVED;
  const movable: Movable[] = [];
  for (const { version } of keys.hot.slice(0, -1)) {
    if (await isMoving(services.db, version)) continue;
    const promises = await promisesOf(services.db, version);
    // It has to keep what accounts hold at least, unless it is emptied, for which another pays.
    const kept = LEAST + fees * BigInt(promises + 1);
    const isEmptied = paysItself && promises === 0;
    const amount = isEmptied
      ? (funds.of.get(version) ?? 0n)
      : (await unpromised(services.db, { funds, hot: version })) - kept - (paysItself ? 0n : fees);
    if (amount >= least) movable.push({ from: version, amount, payer: paysItself ? latest : version });
  }
  return movable;
}

/** Whether an account that no payment holds is to be handed over, by what the books say. */
async function hasHandover(db: Services["db"], keys: WalletKeys): Promise<boolean> {
  const { version } = latestKey(keys, "nonce");
  const { rows } = await sql`
    select from payment_nonces where state = 'READY' and value is null and nonce_version < ${version}
       and not exists (select from payment_attempts p where p.created_nonce_id = payment_nonces.id and p.state in ('SIGNED', 'SENT'))
     limit 1`.execute(db);
  return rows.length > 0;
}

/** Free accounts of earlier authorities; half of the pool at a time, so that payments go on. */
function handovers({ money }: Pick<Services, "money">, keys: WalletKeys, free: readonly HeldNonce[]) {
  const { version: to } = latestKey(keys, "nonce");
  return free
    .filter(({ version }) => version !== to)
    .slice(0, Math.max(1, Math.floor(money.noncePool / 2)))
    .map((nonce): [HeldNonce, KeyMove] => [nonce, { purpose: "nonce", from: nonce.version, to, amount: 0n }]);
}

/** @returns whether it is stored */
async function storeMove(
  services: Services,
  nonce: HeldNonce,
  move: KeyMove,
  terms: ConsumptionTerms,
): Promise<boolean> {
  try {
    const isStill = (trx: Transaction<DB>) => isStillDue(trx, nonce, move, terms.fence);
    return (await consumeNonce(services, nonce, terms, isStill, { move })) === "stored";
  } catch (error) {
    if (!(error instanceof SignerError)) throw error;
    if (error.code === "REFUSED") await noteRefusal(services, { kind: `${move.purpose} key`, id: `${move.to}` }, error);
    return false;
  }
}

async function isStillDue(
  trx: Transaction<DB>,
  nonce: HeldNonce,
  { purpose, from }: KeyMove,
  { number }: Fence,
): Promise<boolean> {
  // Locked before the nonce, as by payments. Whoever stores anything locks this row, so what another worker has stored is seen.
  const { rows: state } = await sql`
    select from chain_state where fence_open and fence = ${number} for no key update`.execute(trx);
  const { rows: free } = await sql`
    select from payment_nonces where id = ${nonce.id} and state = 'READY' and value is null and not exists (
      select from payment_attempts where nonce_id = ${nonce.id} and nonce_value = ${nonce.value}) for no key update`.execute(
    trx,
  );
  return state.length > 0 && free.length > 0 && (purpose === "nonce" || !(await isMoving(trx, from)));
}

/** Whether a move from a hot wallet may still land, or has failed within a minute: each costs a fee. */
async function isMoving(db: Services["db"], from: number): Promise<boolean> {
  const { rows } = await sql`
    select from key_moves m join payment_attempts p on p.signature = m.signature
     where m.purpose = 'hot' and m.from_version = ${from}
       and (p.state in ('SIGNED', 'SENT', 'REPLACED') or p.state = 'FAILED' and p.updated_at > now() - interval '1 minute')
     limit 1`.execute(db);
  return rows.length > 0;
}

/** How many payments a hot wallet has begun that haven't ended. */
async function promisesOf(db: Services["db"], version: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select ((select count(*) from payment_attempts where state in ('SIGNED', 'SENT', 'REPLACED') and hot_version = ${version})
          + (select count(*) from payment_nonces where value is not null and hot_version = ${version}))::int as n`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Moves the newest keys one state on when nothing is left to do in the one that they are in. */
async function noteProgress(services: Services, keys: WalletKeys, { of }: Funds): Promise<void> {
  const { db } = services;
  const [hot, nonce] = [latestKey(keys, "hot"), latestKey(keys, "nonce")];
  const earlier = keys.hot.slice(0, -1);
  const next = async (purpose: "hot" | "nonce", { version, state }: WalletKey, to: WalletKey["state"]) => {
    await setKeyState(db, purpose, { version, from: state, to }, services.now());
  };
  if (hot.state !== "DONE") {
    let isOver = true;
    for (const { version } of earlier) {
      isOver &&= !(await isMoving(db, version));
      if (hot.state === "MOVING") continue;
      isOver &&= (of.get(version) ?? 0n) < LEAST_MOVED && (await promisesOf(db, version)) === 0;
    }
    if (isOver) await next("hot", hot, hot.state === "MOVING" ? "CLEARING" : "DONE");
  }
  if (nonce.state === "DONE") return;
  const { rows } = await sql`
    select from payment_nonces where state <> 'LOST' and nonce_version < ${nonce.version} limit 1`.execute(db);
  if (rows.length === 0) await next("nonce", nonce, "DONE");
}
