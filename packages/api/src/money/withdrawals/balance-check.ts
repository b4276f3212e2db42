import { balanceSql, EXTERNAL_OWNER } from "@bbux/ledger";
import { sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { closeAlert, raiseAlert } from "../chain/index.ts";
import { scanHotWallet } from "../hot-wallet/index.ts";
import { walletKeys } from "../wallet-keys/index.ts";
import { type Attempt, COST_IF_FAILED } from "./attempts.sql.ts";
import { inAll, readFunds } from "./funds.ts";
import { type LandedAttempts, landedAttempts } from "./landed-attempts.ts";

/**
 * Returns whether the hot wallet's balance confirms that a payment hasn't landed: it must match the books and the known
 * landed payments to the lamport. Checked before a payment is given up, so a node that lies or has lost its history
 * can't make us pay twice. A shortfall means a withdrawal landed after all, a surplus a sweep; in either case the
 * payment stays open and operators are alerted.
 * @param minSlot rejects a balance from before it, which wouldn't show what has landed since
 */
export async function balanceBearsOut(services: Services, { signature }: Attempt, minSlot: bigint): Promise<boolean> {
  // Arrivals are booked first; until all are read, they may hide a payment that left.
  if (!(await scanHotWallet(services))) return false;
  const keys = await walletKeys(services);
  const funds = await readFunds(services, keys, minSlot);
  const { slot } = funds;
  const landed = await landedAttempts(services, slot);
  const addresses = keys.hot.map(({ address }) => address);
  const difference = inAll(funds) - (await expectedAt(services.db, { addresses, slot, landed }));
  if (difference === 0n) {
    await closeAlert(services, "payment_in_doubt", signature);
    return true;
  }
  const [much, than] = difference < 0n ? [-difference, "less"] : [difference, "more"];
  const detail = `The hot wallet holds ${much} base units ${than} than the books say, while ${signature} is said to be unknown`;
  await raiseAlert(services, { kind: "payment_in_doubt", subject: signature, detail });
  return false;
}

/**
 * Computes what the hot wallet should hold at a finalized slot, in lamports: all SOL by the books, less what deposit
 * addresses and cold wallets hold and what has landed but isn't booked, and without what was booked for later slots. One statement, one
 * snapshot.
 */
async function expectedAt(
  db: Services["db"],
  {
    addresses,
    slot,
    landed,
  }: { readonly addresses: readonly string[]; readonly slot: bigint; readonly landed: LandedAttempts },
): Promise<bigint> {
  const at = slot.toString();
  const signatures = [...landed.keys()];
  const failed = signatures.filter((signature) => landed.get(signature));
  const paid = signatures.filter((signature) => !landed.get(signature));
  const left = sql`coalesce(sum(network_fee + case when sweep_id is null then lamports else -lamports end), 0)`;
  const fees = sql`coalesce(sum(${COST_IF_FAILED}), 0)`;
  const { rows } = await sql<{ expected: string }>`
    select (-${balanceSql("external", EXTERNAL_OWNER)}
          - (select coalesce(sum(booked), 0) from wallets)
          - (select coalesce(sum(booked), 0) from cold_wallets)
          + (select coalesce(sum(amount + fee + deposit_amount), 0) from cold_movements
              where kind in ('return', 'moved') and slot > ${at}::bigint)
          - (select ${left} from payment_attempts where state in ('SIGNED', 'SENT', 'REPLACED') and signature = any (${paid}::text[]))
          - (select ${fees} from payment_attempts p where state in ('SIGNED', 'SENT', 'REPLACED') and signature = any (${failed}::text[]))
          + (select ${left} from payment_attempts where state = 'FINALIZED' and slot > ${at}::bigint)
          + (select ${fees} from payment_attempts p where state in ('FAILED', 'CANCELED') and slot > ${at}::bigint)
          - (select coalesce(sum(amount), 0) from suspense_items
              where address = any (${addresses}::text[]) and slot > ${at}::bigint))::text as expected`.execute(db);
  return BigInt(rows[0]?.expected ?? 0);
}
