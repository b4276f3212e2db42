import { formatAmount } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import { audit, type Operator } from "../../platform/audit-log/audit.command.ts";
import type { MoneySettings, Services } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { APPROVERS, type Approval, type CreditKind, givenAlone, readApprovals } from "./approvals.sql.ts";
import { isOnePerson, requireApprover } from "./approvers.query.ts";

type Needs = Pick<Services, "now"> & { readonly money: Pick<MoneySettings, "approvalFrom"> };

/** A deposit that waits, or unclaimed SOL, and whom it is to go to. */
export interface Credit {
  readonly kind: CreditKind;
  readonly id: string;
  /** Null for the operator's float. */
  readonly member: string | null;
  /** Base units. */
  readonly amount: bigint;
}

/**
 * Records that an admin gives a member what the caller has locked. From `approvalFrom` on, counting what admins gave alone within 24 hours,
 * it takes two, who name the same member and amount; neither is that member or uses the same browser (docs/adr/0025). A command isn't an
 * admin, so it can't give a member that much, and needs no one's approval for anything else.
 * @returns how many more approvals it needs; at 0, the caller gives it
 * @throws AppError OWN_DECISION; FORBIDDEN as `requireApprover`; CONFLICT if the admin has approved it already, another one
 *   names another member, or a command is asked for what takes two admins
 */
export async function approveCredit(
  trx: Transaction<DB>,
  { money: { approvalFrom }, now }: Needs,
  credit: Credit,
  { actor: admin, reason }: Operator,
): Promise<number> {
  if (admin !== null && admin === credit.member) throw new AppError("OWN_DECISION");
  if (approvalFrom === null) return 0;
  if (admin === null) return byCommand(credit, approvalFrom);
  // Two small ones given at once must see each other.
  await sql`select pg_advisory_xact_lock(hashtextextended('credit approvals', 0))`.execute(trx);
  const alone = credit.amount + (await givenAlone(trx)) < approvalFrom;
  await requireApprover(trx, admin, { alone });
  if (await isOnePerson(trx, admin, credit.member)) throw new AppError("OWN_DECISION");
  const standing = alone ? [] : await requireAgreement(trx, credit, admin);
  if (!standing.some(({ adminId }) => adminId === admin)) await store(trx, credit, { admin, reason, alone });
  if (alone) return 0;
  await audit(trx, {
    actor: admin,
    action: "CREDIT_APPROVED",
    target: { kind: credit.kind, id: credit.id },
    subject: credit.member,
    reason,
    details: { amount: credit.amount.toString() },
    at: now(),
  });
  return Math.max(0, APPROVERS - 1 - standing.filter(({ isOwn }) => !isOwn).length);
}

function byCommand({ member, amount }: Credit, approvalFrom: bigint): number {
  if (member === null || amount < approvalFrom) return 0;
  const message = `From ${formatAmount(approvalFrom)} SOL up, two admins have to approve this on the Money tab of the admin page, because a command can't tell who runs it. To make someone an admin, use grant-role.`;
  throw new AppError("CONFLICT", { message });
}

/** Returns the approvals of what the admin wants, the admin's own included. @throws AppError CONFLICT */
async function requireAgreement(trx: Transaction<DB>, credit: Credit, admin: string): Promise<readonly Approval[]> {
  const counting = (await readApprovals(trx, credit.kind, [credit.id], admin)).filter(({ counts }) => counts);
  const same = counting.filter(({ memberId }) => memberId === credit.member);
  const others = same.filter(({ isOwn }) => !isOwn);
  const differing = counting.find(({ isOwn, memberId }) => !isOwn && memberId !== credit.member);
  if (others.length === 0 && same.length > 0)
    throw new AppError("CONFLICT", {
      message: "You've already approved this, or an admin who uses the same browser has",
    });
  if (others.length === 0 && differing) {
    throw new AppError("CONFLICT", { message: alreadyFor(differing) });
  }
  return same;
}

function alreadyFor({ username, member }: Approval): string {
  return member === null
    ? `${username} has approved it as the operator's float. You both need to make the same choice.`
    : `${username} has approved it for ${member}. You both need to name the same member.`;
}

async function store(
  trx: Transaction<DB>,
  { kind, id, member, amount }: Credit,
  { admin, reason, alone }: { readonly admin: string; readonly reason: string | null; readonly alone: boolean },
): Promise<void> {
  await trx
    .insertInto("credit_approvals")
    .values({
      suspense_id: kind === "suspense" ? id : null,
      deposit_id: kind === "deposit" ? id : null,
      admin_id: admin,
      member_id: member,
      amount: amount.toString(),
      alone,
      reason: reason ?? "",
    })
    .execute();
}
