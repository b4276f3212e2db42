import {
  formatAmount,
  type Governance,
  type GovernanceActivity,
  type GovernanceLog,
  type InterfaceLanguage,
} from "@bbux/contract";
import { type Database, statement } from "@bbux/db";
import { sql } from "kysely";
import { translate } from "../../platform/language/index.ts";

interface Line {
  readonly id: string;
  readonly type: string;
  readonly amount: string;
  readonly fee: string;
  readonly description: string;
  readonly at: Date;
}

/** The list of types matches the index `transparency_sealed_governance` exactly. Unsealed lines count, too. */
const readLines = statement(
  (limit: number) => sql<Line>`
    select id::text, type, amount::text, fee_amount::text as fee, description, created_at as at from transparency_log
     where type in (
      'BOUNTY_PLACED', 'BOUNTY_CLAIMED', 'BOUNTY_REFUNDED', 'GOVERNANCE_FEE', 'REWARD_DISTRIBUTED', 'STAKE_ADDED', 'STAKE_REMOVED',
      'APPEAL_DECIDED', 'PROPOSAL_SUBMITTED', 'PROPOSAL_PASSED', 'PROPOSAL_REJECTED', 'PROPOSAL_EXECUTED', 'PARAMETER_CHANGED')
     order by transparency_log.id desc limit ${limit}`,
);

/** Readable names of what members did, for the activity list; the log's own terms are for auditors. */
const DEEDS: Readonly<Record<string, string>> = {
  BOUNTY_PLACED: "Someone placed a bounty",
  BOUNTY_CLAIMED: "An answer won a bounty",
  BOUNTY_REFUNDED: "A bounty went back to its asker",
  GOVERNANCE_FEE: "A bounty's fee came into the treasury",
  REWARD_DISTRIBUTED: "Stakers were paid their daily reward",
  STAKE_ADDED: "Someone staked BBUX",
  STAKE_REMOVED: "Someone unstaked BBUX",
};

/** The documented API's names of the types (docs/DECISIONS.md §6): its own where it has one, otherwise lower case. */
const DOCUMENTED: Readonly<Record<string, string>> = {
  STAKE_ADDED: "stake",
  STAKE_REMOVED: "unstake",
  REWARD_DISTRIBUTED: "reward",
  GOVERNANCE_FEE: "governance_fee",
};

export interface RecentLines {
  readonly logs: GovernanceLog[];
  readonly activity: GovernanceActivity[];
  readonly documented: Governance["transparencyLogs"];
}

/** Returns the latest governance lines of the transparency log, in the three documented shapes; only the activity is translated. */
export async function recentLines(
  db: Database,
  limit: number,
  language: InterfaceLanguage = "en",
): Promise<RecentLines> {
  const lines = (await readLines(db, limit)).map(({ amount, fee, at, ...line }) => ({
    ...line,
    amount: formatAmount(BigInt(amount)),
    feeAmount: formatAmount(BigInt(fee)),
    createdAt: at.toISOString(),
  }));
  const say = (sentence: string) => translate(language, sentence);
  return {
    logs: lines.map(({ type, ...line }) => ({ ...line, logType: type })),
    activity: lines.map(({ id, type, amount, description, createdAt }) => {
      return { id, activityType: type, amount, description: say(DEEDS[type] ?? description), createdAt };
    }),
    documented: lines.map(({ id, type, amount, description, createdAt }) => {
      return { id, type: DOCUMENTED[type] ?? type.toLowerCase(), amount, description, timestamp: createdAt };
    }),
  };
}
