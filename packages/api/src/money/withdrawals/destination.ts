import { ChainError, destinationProblem } from "@bbux/chain";
import { DESTINATION_MISSING } from "@bbux/contract";
import { sql } from "kysely";
import { mailSoon, recordSecurityEvent } from "../../people/notifications/index.ts";
import { isUse, lockWallet } from "../../people/security-holds/index.ts";
import { forEachConcurrently } from "../../platform/concurrency/index.ts";
import type { MemberContext, Services } from "../../platform/context/index.ts";
import { invalidField, requireFreshProof } from "../../platform/errors/errors.ts";
import { requireOpenSession } from "../../platform/proofs/index.ts";
import { withEffects } from "../../platform/transactions/index.ts";
import { withTimeout } from "../chain/index.ts";

/** Accounts that the chain is asked about at once. */
const ASKED_AT_ONCE = 8;

/** Returns the destination: the given one, otherwise the saved one. @throws AppError VALIDATION_ERROR */
export async function destinationOf(ctx: MemberContext, given: string | undefined): Promise<string> {
  const wanted = given?.trim() || (await savedAddress(ctx));
  if (!wanted) throw invalidField("destinationAddress", DESTINATION_MISSING);
  await requirePayable(ctx, wanted, "destinationAddress");
  return wanted;
}

/**
 * Whether the member has used the address, by a withdrawal for which {@link isUse} holds.
 * @param hours how long ago at least
 */
export async function hasUsed({ db, viewer }: MemberContext, destination: string, hours = 0): Promise<boolean> {
  const { rows } = await sql`
    select from withdrawals w where w.user_id = ${viewer.id} and w.destination = ${destination} and ${isUse}
       and w.created_at <= clock_timestamp() - make_interval(hours => ${hours}) limit 1`.execute(db);
  return rows.length > 0;
}

async function savedAddress({ db, viewer }: MemberContext): Promise<string | null> {
  const row = await db
    .selectFrom("wallets")
    .select("withdrawal_address")
    .where("user_id", "=", viewer.id)
    .executeTakeFirst();
  return row?.withdrawal_address ?? null;
}

/**
 * Saves the default destination of withdrawals; null clears it. The sell form starts with it, so a thief would set it and wait for the
 * member to withdraw: a new one needs a fresh proof, and the member is told.
 * @throws AppError VALIDATION_ERROR, STEP_UP_REQUIRED for an address that the member has never used
 */
export async function saveWithdrawalAddress(ctx: MemberContext, address: string | null): Promise<string | null> {
  const wanted = address?.trim() || null;
  if (wanted !== null) await requirePayable(ctx, wanted, "address");
  const member = ctx.viewer.id;
  const isChanged = wanted !== null && wanted !== (await savedAddress(ctx));
  // A thief with one fresh proof may have withdrawn to it just now.
  const isNew = isChanged && !(await hasUsed(ctx, wanted, ctx.money.securityHoldHours));
  if (isNew) requireFreshProof(ctx);
  await withEffects(ctx, async (trx, effects) => {
    await lockWallet(trx, member);
    await trx.updateTable("wallets").set({ withdrawal_address: wanted }).where("user_id", "=", member).execute();
    await requireOpenSession(trx, ctx);
    if (!isNew) return;
    const details = { destination: wanted };
    await recordSecurityEvent(trx, effects, { member, kind: "default_address_set", from: ctx, details, at: ctx.now() });
  });
  if (isNew) await mailSoon(ctx);
  return wanted;
}

/** @throws AppError VALIDATION_ERROR */
async function requirePayable(ctx: MemberContext, address: string, field: string): Promise<void> {
  await ctx.consume("chain", `member:${ctx.viewer.id}`);
  const [problem] = await whyNotPayable(ctx, [address], (answer) => withTimeout(answer, ctx.chainRpc.patienceMs));
  if (problem) throw invalidField(field, problem);
}

export const IS_PROGRAM = "This is the address of a program, not of a wallet";

/**
 * Returns why SOL can't be sent to addresses, in their order; null for one to which it can (docs/DECISIONS.md 1.10). If the chain can't
 * be reached, it is asked again before anything is signed; `within` limits how long a member waits for it.
 */
export async function whyNotPayable(
  { db, chain, platformWallet }: Pick<Services, "db" | "chain" | "platformWallet">,
  addresses: readonly string[],
  within: <T>(answer: Promise<T>) => Promise<T> = (answer) => answer,
): Promise<(string | null)[]> {
  const problems = addresses.map(destinationProblem);
  const wellFormed = addresses.filter((_, nth) => problems[nth] === null);
  if (wellFormed.length === 0) return problems;
  const { rows } = await sql<{ address: string }>`
    select address from wallets where address = any (${wellFormed}::text[])
    union all select address from cold_wallets where address = any (${wellFormed}::text[])
    union all select address from wallet_keys where address = any (${wellFormed}::text[])`.execute(db);
  const ours = new Set([platformWallet.address, ...rows.map(({ address }) => address)]);
  const programs = await programsAmong(
    chain,
    wellFormed.filter((address) => !ours.has(address)),
    within,
  );
  return addresses.map((address, nth) => {
    if (problems[nth]) return problems[nth];
    if (ours.has(address)) return "This address belongs to the platform";
    return programs.has(address) ? IS_PROGRAM : null;
  });
}

async function programsAmong(
  chain: Services["chain"],
  addresses: readonly string[],
  within: <T>(answer: Promise<T>) => Promise<T>,
): Promise<ReadonlySet<string>> {
  const programs = new Set<string>();
  await forEachConcurrently(addresses, ASKED_AT_ONCE, async (address) => {
    try {
      if ((await within(chain.account(address)))?.executable) programs.add(address);
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
    }
  });
  return programs;
}
