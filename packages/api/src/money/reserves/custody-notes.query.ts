import { formatAmount } from "@bbux/contract";
import { balanceSql, EXTERNAL_OWNER } from "@bbux/ledger";
import { sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { countApprovers } from "../withdrawals/index.ts";

const APPROVERS = 2;

/** Returns sentences for the operator about settings of custody that have consequences today. */
export async function custodyNotes({ db, money }: Pick<Services, "db" | "money">): Promise<string[]> {
  const notes: string[] = [];
  const { approvalFrom, hotWalletCeiling: ceiling } = money;
  const approvers = approvalFrom === null ? APPROVERS : await countApprovers(db);
  if (approvalFrom !== null && approvers < APPROVERS) {
    notes.push(
      `No withdrawal of ${formatAmount(approvalFrom)} BBUX or more can be approved: that takes two admins, and there ${approvers === 1 ? "is 1" : "are none"}. It is given back after 72 hours. Nor can an admin credit a deposit or unclaimed SOL of that size. Make an admin with grant-role, or change APPROVAL_FROM.`,
    );
  }
  if (ceiling === null) return notes;
  const { rows } = await sql<{ owed: string }>`
    select (-coalesce(${balanceSql("external", EXTERNAL_OWNER)}, 0))::text as owed`.execute(db);
  const owed = BigInt(rows[0]?.owed ?? 0);
  if (owed > ceiling) {
    notes.push(
      `HOT_WALLET_CEILING is ${formatAmount(ceiling)} SOL, and ${formatAmount(owed)} SOL are owed today. The rest is kept in the cold wallet, and withdrawals above what the hot wallet has wait until you bring SOL back.`,
    );
  }
  return notes;
}
