import { setTimeout as pause } from "node:timers/promises";
import { formatAmount, UNIT } from "@bbux/contract";
import type { Database, DB } from "@bbux/db";
import { creditedSql, floatFunded, post, totalSql } from "@bbux/ledger";
import { sql, type Transaction } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { requireSameChain } from "./same-chain.ts";

const POLLS = 800;
const POLL_MS = 25;
/** An airdrop that is booked as suspense first is minted again, but not forever. */
const ROUNDS = 20;
/** Below this the local chain tops up the platform's float. */
const FLOAT = { least: UNIT, gives: 10n * UNIT };

/**
 * Backs the demo community's balances on the local chain, and only there, by minting them, along with a float for
 * network fees. Does nothing when both exist, and returns once they do.
 * @throws ChainError; Error when others keep booking what is minted
 */
export async function fundLocalChain(services: Services): Promise<void> {
  await requireSameChain(services);
  for (const purpose of ["demo", "float"] as const) {
    const still = async () => (await lacking(services.db))[purpose];
    // Checked again after each mint, because another process may have minted less than is missing.
    for (let round = 0, amount = await still(); amount > 0n; amount = await still()) {
      if (++round > ROUNDS) throw new Error(`The local chain can't be funded: ${amount} lamports are still missing`);
      await fund(services, purpose, amount);
    }
  }
}

/** Returns what each purpose is missing, in base units. */
async function lacking(db: Database): Promise<{ demo: bigint; float: bigint }> {
  const { rows } = await sql<{ missing: string; float: string }>`
    select (${creditedSql("deposit", "demo:%")}
          - (select coalesce(sum(amount), 0) from chain_fundings where purpose = 'demo'))::text as missing,
      coalesce(${totalSql("equity")}, 0)::text as float`.execute(db);
  const isLow = BigInt(rows[0]?.float ?? 0) < FLOAT.least;
  return { demo: BigInt(rows[0]?.missing ?? 0), float: isLow ? FLOAT.gives : 0n };
}

async function fund({ db, chain, platformWallet }: Services, purpose: "demo" | "float", amount: bigint): Promise<void> {
  const { rows } = await sql<{ address: string }>`
    select address from wallet_keys where purpose = 'hot' and state <> 'MOVING' order by version desc limit 1`.execute(
    db,
  );
  const signature = await chain.airdrop(rows[0]?.address ?? platformWallet.address, amount);
  // Reserves count what is final; earlier, the books would owe what isn't there yet.
  for (let look = 0; look < POLLS && !(await chain.transaction(signature)); look++) await pause(POLL_MS);
  await db.transaction().execute(async (trx) => {
    await sql`select from chain_state for no key update`.execute(trx);
    // Another process was faster, or this was booked as SOL that belongs to no one, and stays that way.
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
