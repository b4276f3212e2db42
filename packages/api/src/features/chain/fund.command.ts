import { setTimeout as pause } from "node:timers/promises";
import { formatAmount, UNIT } from "@bbux/contract";
import type { Database, DB } from "@bbux/db";
import { floatFunded, post } from "@bbux/ledger";
import { sql, type Transaction } from "kysely";
import type { Services } from "../../context.ts";
import { demandSameChain } from "./same-chain.ts";

const LOOKS = 100;
const LOOK_MS = 200;
/** Below so much the local chain gives the platform more float. */
const FLOAT = { least: UNIT, gives: 10n * UNIT };

/**
 * On the local chain, and only there: mints what the demo community's balances stand for, so that they are backed like
 * any others, and a float for network fees. Does nothing when both are there.
 * @throws ChainError
 */
export async function fundLocalChain(services: Services): Promise<void> {
  await demandSameChain(services);
  for (const purpose of ["demo", "float"] as const) {
    const amount = (await lacking(services.db))[purpose];
    if (amount > 0n) await fund(services, purpose, amount);
  }
}

/** What is not there yet for each purpose, in base units. */
async function lacking(db: Database): Promise<{ demo: bigint; float: bigint }> {
  const { rows } = await sql<{ missing: string; float: string }>`
    select ((select coalesce(sum(e.amount), 0) from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
              where t.kind = 'deposit' and t.cause like 'demo:%' and e.amount > 0)
          - (select coalesce(sum(amount), 0) from chain_fundings where purpose = 'demo'))::text as missing,
      coalesce((select sum(balance) from ledger_balances where kind = 'equity'), 0)::text as float`.execute(db);
  const isLow = BigInt(rows[0]?.float ?? 0) < FLOAT.least;
  return { demo: BigInt(rows[0]?.missing ?? 0), float: isLow ? FLOAT.gives : 0n };
}

async function fund({ db, chain, platformWallet }: Services, purpose: "demo" | "float", amount: bigint): Promise<void> {
  const signature = await chain.airdrop(platformWallet.address, amount);
  // Reserves count what is final: until then the books would owe what is not there yet.
  for (let look = 0; look < LOOKS && !(await chain.transaction(signature)); look++) await pause(LOOK_MS);
  await db.transaction().execute(async (trx) => {
    await sql`select from chain_state for no key update`.execute(trx);
    // Another process was faster, or has found this as SOL from nobody: then that is what it is.
    if ((await lacking(trx))[purpose] < amount || (await isSuspense(trx, signature))) return;
    await trx.insertInto("chain_fundings").values({ signature, purpose, amount: amount.toString() }).execute();
    if (purpose !== "float") return;
    const reason = `Float of ${formatAmount(amount)} SOL on the local chain`;
    await post(trx, floatFunded({ amount, cause: signature, reason, refs: { signature } }));
  });
}

async function isSuspense(trx: Transaction<DB>, signature: string): Promise<boolean> {
  const { rows } = await sql`select from suspense_items where signature = ${signature}`.execute(trx);
  return rows.length > 0;
}
