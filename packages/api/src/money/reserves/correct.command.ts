import { formatAmount, parseAmount, type ReserveReport } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { gainRecorded, LedgerError, lossRecorded, post } from "@bbux/ledger";
import { sql, type Transaction } from "kysely";
import { audit, BY_COMMAND, type Operator } from "../../platform/audit-log/audit.command.ts";
import type { Services } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { askWitness } from "../chain/index.ts";
import { bookMovement, coldWallets } from "../cold-wallet/index.ts";
import { compareReserves, measureReserves } from "./measure.ts";

type Needs = Parameters<typeof measureReserves>[0];

/** A difference between chain and books that an operator has looked into. */
export interface Correction {
  /** `loss`: SOL is missing, and the float makes it up. `gain`: there is more than the books say. */
  readonly kind: "loss" | "gain";
  /** Base units. */
  readonly amount: bigint;
  readonly reason: string;
}

/**
 * Books a loss from the operator's float, or a gain to it, so that the books say again what the chain holds. The amount must be
 * exactly what nothing explains, at two readings of each node (docs/adr/0021).
 * @throws AppError CONFLICT when the chain doesn't bear it out, nodes disagree, the second one is silent or behind, or another
 * operator was faster; INSUFFICIENT_BALANCE when the
 * float has less than the loss: send SOL to the hot wallet and record it as float first
 * @throws ChainError
 */
export async function recordCorrection(
  services: Needs,
  { kind, amount, reason }: Correction,
  by: Operator = BY_COMMAND,
): Promise<void> {
  const { db, now } = services;
  const earlier = await countCorrections(db);
  await requireUnexplained(services, kind === "loss" ? -amount : amount);
  const { slot, cold } = await requireUnexplained(services, kind === "loss" ? -amount : amount);
  const type = kind === "loss" ? "loss_recorded" : "gain_recorded";
  const at = now();
  try {
    await db.transaction().execute(async (trx) => {
      await sql`select from cold_wallets order by address for no key update`.execute(trx);
      await sql`select from chain_state for no key update`.execute(trx);
      if ((await countCorrections(trx)) !== earlier) {
        throw new AppError("CONFLICT", { message: "Another correction was recorded in the meantime" });
      }
      const { id } = await trx
        .insertInto("reserve_corrections")
        .values({ kind: type, amount: amount.toString(), reason, slot: String(slot), created_at: at })
        .returning("id")
        .executeTakeFirstOrThrow();
      const record = kind === "loss" ? lossRecorded : gainRecorded;
      await correctCold(trx, { kind, id, amount, slot, at, held: cold });
      await post(trx, record({ amount, cause: id, refs: { correction: id } }));
      await audit(trx, {
        ...by,
        action: kind === "loss" ? "LOSS_RECORDED" : "GAIN_RECORDED",
        target: { kind: "correction", id },
        reason,
        details: { amount: amount.toString() },
        at,
      });
    });
  } catch (error) {
    if (!(error instanceof LedgerError && error.code === "INSUFFICIENT_BALANCE")) throw error;
    const message = "The operator's float has less than that: send SOL to the hot wallet and record it as float first";
    throw new AppError("INSUFFICIENT_BALANCE", { message });
  }
}

/** @throws AppError CONFLICT */
async function requireUnexplained(
  services: Needs,
  wanted: bigint,
): Promise<{ slot: number; cold: ReserveReport["onChain"]["coldWallets"] }> {
  const { unexplained, slot, onChain } = await measureReserves(services);
  if (unexplained !== formatAmount(wanted)) {
    const message = `The chain and the books differ by ${unexplained} SOL that nothing explains, not by ${formatAmount(wanted)}`;
    throw new AppError("CONFLICT", { message });
  }
  await requireWitness(services, unexplained, slot ?? 0);
  return { slot: slot ?? 0, cold: onChain.coldWallets };
}

/** @throws AppError CONFLICT unless the second node shows the same difference, at that slot or later */
async function requireWitness(services: Needs, unexplained: string, slot: number): Promise<void> {
  const says = (sol: string) => `${sol} SOL on the chain can't be explained by the books`;
  const agreement = await askWitness(services, { subject: "reserves", says: says(unexplained) }, async (node) => {
    const seen = await compareReserves({ ...services, chain: node });
    if ((seen.slot ?? 0) < slot) return "unknown";
    return seen.unexplained === unexplained ? "agrees" : { says: says(seen.unexplained) };
  });
  if (agreement === "disagreed") {
    const message =
      "Two Solana nodes disagree about the reserves, so nothing is booked. An alert says what each shows.";
    throw new AppError("CONFLICT", { message });
  }
  if (agreement === "waiting") {
    const message = "The second Solana node doesn't confirm the reserves yet. Please try again in a moment.";
    throw new AppError("CONFLICT", { message });
  }
}

/** What a cold wallet lacks is part of the loss: from now on the books say what it holds. */
async function correctCold(
  trx: Transaction<DB>,
  correction: {
    readonly kind: Correction["kind"];
    readonly id: string;
    readonly amount: bigint;
    readonly slot: number;
    readonly at: Date;
    readonly held: ReserveReport["onChain"]["coldWallets"];
  },
): Promise<void> {
  const { kind, id, amount, slot, at, held } = correction;
  if (kind === "gain") return;
  const lacking = (await coldWallets(trx)).flatMap(({ address, booked }) => {
    const there = parseAmount(held.find((wallet) => wallet.address === address)?.sol ?? "");
    return there === null || there >= booked ? [] : [{ address, amount: there - booked }];
  });
  if (lacking.length === 0) return;
  // What is on its way changes what a cold wallet holds, and so did what was booked since it was measured.
  const { rows: moving } = await sql`
    select from cold_transfers c join payment_attempts p on p.cold_transfer_id = c.id and p.state in ('SIGNED', 'SENT', 'REPLACED')
     where c.state = 'OPEN'`.execute(trx);
  if (moving.length > 0 || lacking.reduce((sum, each) => sum - each.amount, 0n) > amount) {
    throw new AppError("CONFLICT", { message: "SOL is moving between the wallets. Please try again in a moment." });
  }
  const cause = { kind: "correction", correction: id } as const;
  for (const each of lacking) await bookMovement(trx, { ...each, slot: BigInt(slot), at, signature: null, cause });
}

async function countCorrections(db: Services["db"]): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from reserve_corrections`.execute(db);
  return rows[0]?.n ?? 0;
}
