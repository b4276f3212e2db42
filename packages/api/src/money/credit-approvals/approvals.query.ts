import { type CreditApprovals, parseAmount } from "@bbux/contract";
import type { MemberContext } from "../../platform/context/index.ts";
import { APPROVERS, type Approval, type CreditKind, givenAlone, readApprovals } from "./approvals.sql.ts";

/** Something that an admin can give, with its amount as the API says it. */
interface Open {
  readonly id: string;
  readonly amount: string;
}

/**
 * Says of what admins can give whether it takes two, who has approved it, and how many are missing.
 * @returns a function that answers for each of the given
 */
export async function approvalsOf(
  { db, money: { approvalFrom }, viewer }: Pick<MemberContext, "db" | "money" | "viewer">,
  kind: CreditKind,
  open: readonly Open[],
): Promise<(one: Open) => CreditApprovals> {
  const given = await givenAlone(db);
  const all = await readApprovals(
    db,
    kind,
    open.map(({ id }) => id),
    viewer.id,
  );
  return ({ id, amount }) => {
    const takesTwo = approvalFrom !== null && (parseAmount(amount) ?? 0n) + given >= approvalFrom;
    const approvals = takesTwo ? all.filter(({ credit }) => credit === id) : [];
    return {
      takesTwo,
      missing: takesTwo ? Math.max(1, APPROVERS - mostAgreeing(approvals)) : 1,
      approvals: approvals.map(({ username, member, reason, at, counts }) => ({
        ...{ username, member, reason, counts },
        at: at.toISOString(),
      })),
      approved: approvals.some(({ isOwn, counts }) => counts && isOwn),
    };
  };
}

/** How many of those that count name the same member. */
function mostAgreeing(approvals: readonly Approval[]): number {
  const counting = approvals.filter(({ counts }) => counts);
  const groups = Map.groupBy(counting, ({ memberId }) => memberId);
  return Math.max(0, ...[...groups.values()].map(({ length }) => length));
}
