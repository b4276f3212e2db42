import { randomBytes } from "node:crypto";
import { OWED_KINDS } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { accountsSql } from "@bbux/ledger";
import { type RawBuilder, sql, type Transaction } from "kysely";
import { portionsOf } from "../../platform/queries/index.ts";
import type { Liability } from "./shares.ts";
import { added, NOTHING, type Owed } from "./tree.ts";

const ROWS = 5_000;

export interface MemberLiability extends Liability {
  readonly memberId: string;
}

export interface Liabilities {
  readonly members: readonly MemberLiability[];
  /**
   * What accounts of these kinds hold for no member, such as network fees reserved with a withdrawal: it has leaves as well, so that
   * the tree comes to the ledger's totals.
   */
  readonly platform: Liability;
}

/** The number that names a row, if the owner of an account is one. */
const NUMBER = sql`case when a.owner ~ '^[1-9][0-9]{0,17}$' then a.owner::bigint end`;

/** A row of `id`, `address`, `code` and an amount by kind of account for each member who is owed something. */
const OWED: RawBuilder<{ id: string; address: string; code: string } & Record<keyof Owed, string>> = sql`
  with owed as (
    select ${NUMBER} as id, 'member' as kind, a.balance from ${accountsSql("member")} as a where a.balance > 0
    union all
    select ${NUMBER}, 'stake', a.balance from ${accountsSql("stake")} as a where a.balance > 0
    union all
    select p.author_id, 'escrow', a.balance from ${accountsSql("escrow")} as a join posts p on p.id = ${NUMBER} where a.balance > 0
    union all
    -- The account holds network fees of the platform's, too.
    select w.user_id, 'hold', least(a.balance, w.amount) from ${accountsSql("hold")} as a join withdrawals w on w.id = ${NUMBER}
     where a.balance > 0 and w.state in ('REQUESTED', 'SIGNED', 'SENT')
  )
  select w.user_id::text as id, w.address, w.proof_code as code,
         ${sql.join(
           OWED_KINDS.map(
             (kind) =>
               sql`coalesce(sum(o.balance) filter (where o.kind = ${sql.lit(kind)}), 0)::text as ${sql.ref(kind)}`,
           ),
         )}
    from owed o join wallets w on w.user_id = o.id group by w.user_id`;

/**
 * Reads what each member is owed.
 * @param totals of the ledger by kind of account, as of the same moment
 * @param address the platform's wallet
 * @throws when members are owed more than the accounts of a kind hold
 */
export async function readOwed(
  trx: Transaction<DB>,
  totals: Readonly<Record<string, bigint>>,
  address: string,
): Promise<Liabilities> {
  const members: MemberLiability[] = [];
  let sum = NOTHING;
  for await (const row of portionsOf(trx, OWED, ROWS)) {
    const owed = {
      escrow: BigInt(row.escrow),
      hold: BigInt(row.hold),
      member: BigInt(row.member),
      stake: BigInt(row.stake),
    };
    members.push({ memberId: row.id, address: row.address, code: row.code, owed });
    sum = added(sum, owed);
  }
  const rest = { ...NOTHING };
  for (const kind of OWED_KINDS) {
    rest[kind] = (totals[kind] ?? 0n) - sum[kind];
    if (rest[kind] < 0n)
      throw new Error(`Members are owed ${sum[kind]} in ${kind} accounts, which hold ${totals[kind] ?? 0n}`);
  }
  return { members, platform: { address, code: randomBytes(16).toString("hex"), owed: rest } };
}
