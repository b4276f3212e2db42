import { FEE_PER_SIGNATURE } from "@bbux/chain";
import type { Database } from "@bbux/db";
import { sql } from "kysely";
import type { MoneySettings, Services } from "../../platform/context/index.ts";
import { payerKey, type WalletKeys } from "../wallet-keys/index.ts";
import { SUBJECT_ID, type Subject, signingFee } from "./attempts.sql.ts";

/** The chain's minimum balance for an account that pays fees, in lamports. */
export const LEAST = 890_880n;
/** A move to the cold wallet goes down to this share of the ceiling, so that the next one isn't due a minute later. */
const [SHARE, WHOLE] = [80n, 100n];

/** The lamports that a withdrawal `w` takes which holds the nonce account `n` and isn't signed. */
export const PROMISED_BY_HOLD = sql`w.net_amount + n.priority_fee + ${signingFee(sql`n.hot_version`, sql`n.nonce_version`)}`;

/** What the hot wallets held at a finalized slot. */
export interface Funds {
  readonly slot: bigint;
  /** Lamports, by version. */
  readonly of: ReadonlyMap<number, bigint>;
}

/** @param minSlot rejects an answer from before it. @throws ChainError */
export async function readFunds(
  services: Pick<Services, "db" | "chain" | "platformWallet">,
  keys: WalletKeys,
  minSlot?: bigint,
): Promise<Funds> {
  const addresses = keys.hot.map(({ address }) => address);
  const { slot, lamports } = await services.chain.balances(addresses, minSlot);
  return { slot, of: new Map(keys.hot.map(({ version }, nth) => [version, lamports[nth] ?? 0n])) };
}

/** What all hot wallets held together when they were last read. */
export function knownFunds(state: { readonly hot_slot: string; readonly hot_lamports: string }): Funds {
  return { slot: BigInt(state.hot_slot), of: new Map([[1, BigInt(state.hot_lamports)]]) };
}

/** What all hot wallets hold together, in lamports. */
export const inAll = ({ of }: Pick<Funds, "of">): bigint => [...of.values()].reduce((sum, held) => sum + held, 0n);

/**
 * Returns the lamports of a hot wallet that nothing signed needs: its balance at the slot, less everything that is signed or
 * about to be and may still land, and what has landed since. Of the attempts of one subject only the dearest counts, because only one can land. Under the lock
 * of `chain_state`, two workers can't spend the same lamports.
 * @param of.hot its version; null for all together, between which moves change nothing
 */
export async function unpromised(
  db: Database,
  {
    funds,
    hot,
    without = null,
  }: { readonly funds: Funds; readonly hot: number | null; readonly without?: Subject | null },
): Promise<bigint> {
  const spent = sql`network_fee + case when withdrawal_id is null and cold_transfer_id is null then 0 else lamports end`;
  const moved = sql`(select m.amount from key_moves m where m.signature = payment_attempts.signature and m.from_version = ${hot})`;
  const leaves =
    hot === null ? spent : sql`case when hot_version = ${hot} then ${spent} else 0 end + coalesce(${moved}, 0)`;
  const { rows } = await sql<{ promised: string }>`
    select ((select coalesce(sum(leaves), 0) from (
               select max(${leaves}) as leaves from payment_attempts
                where state in ('SIGNED', 'SENT', 'REPLACED')
                group by ${SUBJECT_ID} having ${SUBJECT_ID} is distinct from ${without?.id ?? null}::bigint) as open)
          + (select coalesce(sum(${PROMISED_BY_HOLD}), 0)
               from payment_nonces n join withdrawals w on w.id = n.withdrawal_id
              where w.state = 'REQUESTED' and w.id is distinct from ${without?.id ?? null}::bigint
                and n.hot_version = coalesce(${hot}::int, n.hot_version))
          + (select coalesce(sum(m.amount), 0) from key_moves m join payment_attempts p on p.signature = m.signature
              where m.from_version = ${hot}::int and p.state = 'CANCELED' and p.slot > ${funds.slot.toString()}::bigint)
          + (select coalesce(sum(${leaves}), 0) from payment_attempts
              where state = 'FINALIZED' and slot > ${funds.slot.toString()}::bigint))::text as promised`.execute(db);
  const held = hot === null ? inAll(funds) : (funds.of.get(hot) ?? 0n);
  return held - BigInt(rows[0]?.promised ?? 0);
}

/** The most that one payment pays the network, in lamports: at most three sign it. */
export const feeAllowance = (money: Pick<MoneySettings, "maxPriorityFee">): bigint =>
  3n * FEE_PER_SIGNATURE + money.maxPriorityFee;

/**
 * Returns the lamports that withdrawals and sweeps will take from the hot wallet, network fees included, besides those that are signed
 * or about to be.
 */
export async function neededByWaiting(db: Database, money: Pick<MoneySettings, "maxPriorityFee">): Promise<bigint> {
  const { rows } = await sql<{ net: string; payments: number }>`
    select coalesce(sum(net), 0)::text as net, count(*)::int as payments from (
      select net_amount as net from withdrawals w where state = 'REQUESTED' and cancel_reason is null
         and not exists (select from payment_nonces n where n.withdrawal_id = w.id)
      union all
      select 0 from sweeps s where state = 'OPEN' and not exists (
        select from payment_attempts p where p.sweep_id = s.id and p.state in ('SIGNED', 'SENT'))) as waiting`.execute(
    db,
  );
  return BigInt(rows[0]?.net ?? 0) + BigInt(rows[0]?.payments ?? 0) * feeAllowance(money);
}

/** Returns the lamports that a move to the cold wallet leaves in the hot wallet. */
export async function keptFromCold(
  db: Database,
  money: Pick<MoneySettings, "maxPriorityFee" | "hotWalletFloor" | "hotWalletCeiling">,
): Promise<bigint> {
  const target = ((money.hotWalletCeiling ?? 0n) * SHARE) / WHOLE;
  const least = money.hotWalletFloor > LEAST ? money.hotWalletFloor : LEAST;
  return (target > least ? target : least) + (await neededByWaiting(db, money));
}

/**
 * Returns the version of the hot wallet that pays for a transaction which moves nothing: the one that pays what is new, or the fullest
 * if that one can't. Restored books may think that SOL is still in a wallet from which it has been moved.
 */
export function feePayer(money: Pick<MoneySettings, "maxPriorityFee">, keys: WalletKeys, { of }: Funds): number {
  const held = (version: number) => of.get(version) ?? 0n;
  const usual = payerKey(keys).version;
  if (held(usual) >= LEAST + feeAllowance(money)) return usual;
  return keys.hot.reduce((best, { version }) => (held(version) > held(best) ? version : best), usual);
}
