import { createTestDatabase, type TestDatabase } from "@bbux/db/testing";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  audit,
  balanceForfeited,
  bountyPaid,
  bountyPlaced,
  bountyReturned,
  coldFeePaid,
  deposit,
  deposited,
  depositUnclaimed,
  floatFunded,
  gainRecorded,
  lossRecorded,
  networkFeePaid,
  networkFeeReleased,
  networkFeeReserved,
  poolReturned,
  post,
  REWARDS_POOL,
  rewardsPaid,
  stakeAdded,
  stakeRemoved,
  suspenseResolved,
  TRANSFER_KINDS,
  type Transfer,
  treasuryAllotted,
  withdrawalHeld,
  withdrawalRefunded,
  withdrawalSettled,
} from "./index.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase({ unbacked: true });
});
afterAll(async () => {
  expect(await audit(test.db)).toEqual({ problems: [] });
  await test.drop();
});

interface Line {
  readonly type: string;
  readonly amount: string;
  readonly fee: string;
  readonly changes: Readonly<Record<string, string>>;
  readonly description: string;
}

async function linesOf(transferId: string): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select type, amount::text, fee_amount::text as fee, changes, description from transparency_log
     where transfer_id = ${transferId} order by transparency_log.id`.execute(test.db);
  return rows;
}

const one = { cause: "1" };
const hold = "900";

/** Each kind of transfer, in an order in which all are possible, and the lines that it must write. */
const STORY: [Transfer, Omit<Line, "description">[]][] = [
  [
    floatFunded({ ...one, amount: 1_000n }),
    [{ type: "FLOAT_FUNDED", amount: "1000", fee: "0", changes: { external: "-1000", equity: "1000" } }],
  ],
  [
    deposited({ ...one, member: "7", amount: 50_000n }),
    [{ type: "DEPOSIT", amount: "50000", fee: "0", changes: { external: "-50000", member: "50000" } }],
  ],
  [
    depositUnclaimed({ ...one, item: "3", amount: 40n }),
    [{ type: "DEPOSIT_UNCLAIMED", amount: "40", fee: "0", changes: { external: "-40", suspense: "40" } }],
  ],
  [
    suspenseResolved({ ...one, item: "3", member: "7", amount: 30n }),
    [{ type: "SUSPENSE_ASSIGNED", amount: "30", fee: "0", changes: { suspense: "-30", member: "30" } }],
  ],
  [
    suspenseResolved({ ...one, item: "3", member: null, amount: 10n }),
    [{ type: "FLOAT_RECORDED", amount: "10", fee: "0", changes: { suspense: "-10", equity: "10" } }],
  ],
  [
    gainRecorded({ ...one, amount: 7n }),
    [{ type: "GAIN_RECORDED", amount: "7", fee: "0", changes: { external: "-7", equity: "7" } }],
  ],
  [
    coldFeePaid({ ...one, networkFee: 5n }),
    [{ type: "COLD_FEE_PAID", amount: "5", fee: "0", changes: { external: "5", equity: "-5" } }],
  ],
  [
    lossRecorded({ ...one, amount: 7n }),
    [{ type: "LOSS_RECORDED", amount: "7", fee: "0", changes: { external: "7", equity: "-7" } }],
  ],
  // [M3.12 M3.14]: the bounty and its fee are two lines of one transfer.
  [
    bountyPlaced({ ...one, member: "7", escrow: "50", amount: 1_000n, fee: 50n }),
    [
      { type: "BOUNTY_PLACED", amount: "1000", fee: "50", changes: { member: "-1000", escrow: "1000" } },
      { type: "GOVERNANCE_FEE", amount: "50", fee: "0", changes: { member: "-50", treasury: "50" } },
    ],
  ],
  [
    bountyPlaced({ cause: "2", member: "7", escrow: "51", amount: 1_000n, fee: 0n }),
    [{ type: "BOUNTY_PLACED", amount: "1000", fee: "0", changes: { member: "-1000", escrow: "1000" } }],
  ],
  // [M3.13]
  [
    bountyPaid({ ...one, escrow: "50", member: "8", amount: 1_000n }),
    [{ type: "BOUNTY_CLAIMED", amount: "1000", fee: "0", changes: { escrow: "-1000", member: "1000" } }],
  ],
  [
    bountyReturned({ ...one, escrow: "51", member: "7", amount: 1_000n }),
    [{ type: "BOUNTY_REFUNDED", amount: "1000", fee: "0", changes: { escrow: "-1000", member: "1000" } }],
  ],
  // [M3.16 M3.17]
  [
    stakeAdded({ ...one, member: "7", amount: 500n }),
    [{ type: "STAKE_ADDED", amount: "500", fee: "0", changes: { member: "-500", stake: "500" } }],
  ],
  [
    stakeRemoved({ ...one, member: "7", amount: 200n }),
    [{ type: "STAKE_REMOVED", amount: "200", fee: "0", changes: { member: "200", stake: "-200" } }],
  ],
  // [M3.15]: one line for all members of a batch.
  [
    treasuryAllotted({ ...one, pool: REWARDS_POOL, amount: 40n }),
    [{ type: "REWARDS_ALLOTTED", amount: "40", fee: "0", changes: { treasury: "-40", pool: "40" } }],
  ],
  [
    rewardsPaid({ ...one, payments: [9, 10, 11].map((member) => ({ member: `${member}`, amount: BigInt(member) })) }),
    [{ type: "REWARD_DISTRIBUTED", amount: "30", fee: "0", changes: { pool: "-30", member: "30" } }],
  ],
  [
    poolReturned({ ...one, amount: 10n }),
    [{ type: "REWARDS_LEFT_OVER", amount: "10", fee: "0", changes: { pool: "-10", treasury: "10" } }],
  ],
  [
    withdrawalHeld({ ...one, hold, member: "7", amount: 1_000n }),
    [{ type: "WITHDRAWAL_HELD", amount: "1000", fee: "0", changes: { member: "-1000", hold: "1000" } }],
  ],
  [
    networkFeeReserved({ ...one, hold, networkFee: 5n }),
    [{ type: "NETWORK_FEE_RESERVED", amount: "5", fee: "0", changes: { equity: "-5", hold: "5" } }],
  ],
  [
    networkFeeReleased({ ...one, hold, networkFee: 5n }),
    [{ type: "NETWORK_FEE_RELEASED", amount: "5", fee: "0", changes: { equity: "5", hold: "-5" } }],
  ],
  [
    networkFeeReserved({ cause: "2", hold, networkFee: 8n }),
    [{ type: "NETWORK_FEE_RESERVED", amount: "8", fee: "0", changes: { equity: "-8", hold: "8" } }],
  ],
  // The network took less than was reserved, so the rest goes back.
  [
    withdrawalSettled({ ...one, hold, netAmount: 970n, fee: 30n, reserved: 8n, networkFee: 5n }),
    [
      {
        type: "WITHDRAWAL_SETTLED",
        amount: "1008",
        fee: "30",
        changes: { hold: "-1008", external: "975", treasury: "30", equity: "3" },
      },
    ],
  ],
  [
    withdrawalHeld({ cause: "2", hold: "901", member: "7", amount: 100n }),
    [{ type: "WITHDRAWAL_HELD", amount: "100", fee: "0", changes: { member: "-100", hold: "100" } }],
  ],
  // The network took more than was reserved, so the operator pays.
  [
    withdrawalSettled({ cause: "2", hold: "901", netAmount: 97n, fee: 3n, reserved: 0n, networkFee: 5n }),
    [
      {
        type: "WITHDRAWAL_SETTLED",
        amount: "105",
        fee: "3",
        changes: { hold: "-100", external: "102", treasury: "3", equity: "-5" },
      },
    ],
  ],
  [
    withdrawalHeld({ cause: "3", hold: "902", member: "7", amount: 100n }),
    [{ type: "WITHDRAWAL_HELD", amount: "100", fee: "0", changes: { member: "-100", hold: "100" } }],
  ],
  [
    withdrawalRefunded({ cause: "3", hold: "902", member: "7", amount: 100n, reserved: 0n, networkFee: 5n }),
    [
      {
        type: "WITHDRAWAL_REFUNDED",
        amount: "105",
        fee: "0",
        changes: { hold: "-100", member: "100", external: "5", equity: "-5" },
      },
    ],
  ],
  [
    networkFeeReserved({ cause: "4", hold: "903", networkFee: 10n }),
    [{ type: "NETWORK_FEE_RESERVED", amount: "10", fee: "0", changes: { equity: "-10", hold: "10" } }],
  ],
  [
    networkFeePaid({ ...one, hold: "903", reserved: 10n, networkFee: 10n }),
    [{ type: "NETWORK_FEE_PAID", amount: "10", fee: "0", changes: { hold: "-10", external: "10" } }],
  ],
  [
    balanceForfeited({ ...one, member: "8", amount: 1_000n }),
    [{ type: "BALANCE_FORFEITED", amount: "1000", fee: "0", changes: { member: "-1000", treasury: "1000" } }],
  ],
];

describe("a transfer writes its lines of the transparency log", () => {
  it("for every kind of transfer, saying what moved between kinds of account and naming no one [M3.12 M3.13 M3.14 M3.15 M3.16 M3.17]", async () => {
    for (const [transfer, expected] of STORY) {
      const { transferId } = await post(test.db, transfer);
      const lines = await linesOf(transferId);
      expect(lines.map(({ description: _, ...line }) => line)).toEqual(expected);
      for (const { description } of lines) expect(description).toMatch(/^[A-Z][\w' ]+$/);
    }
    expect(new Set(STORY.map(([{ kind }]) => kind))).toEqual(new Set(Object.keys(TRANSFER_KINDS)));
  });

  it("that add up to its entries, transfer by transfer and kind by kind [M3.09]", async () => {
    const { rows } = await sql`
      select coalesce(e.transfer_id, l.transfer_id), e.kind, e.total, l.total as logged
        from (select e.transfer_id, a.kind, sum(e.amount) as total from ledger_entries e
                join ledger_accounts a on a.id = e.account_id group by 1, 2 having sum(e.amount) <> 0) e
        full join (select transfer_id, c.key as kind, sum(c.value::numeric) as total
                     from transparency_log, jsonb_each_text(changes) c group by 1, 2) l
          on l.transfer_id = e.transfer_id and l.kind = e.kind
       where e.total is distinct from l.total`.execute(test.db);
    expect(rows).toEqual([]);
  });

  it("once, however often it's posted, and not at all when it's refused or rolled back [M3.09]", async () => {
    const count = async () =>
      (await sql<{ n: string }>`select count(*)::text as n from transparency_log`.execute(test.db)).rows[0]?.n;
    const args = { cause: "again", member: "20", amount: 5n };
    await deposit(test.db, args);
    const before = await count();
    await deposit(test.db, args);
    await expect(post(test.db, stakeAdded({ cause: "too much", member: "20", amount: 6n }))).rejects.toThrow();
    const undone = test.db.transaction().execute(async (trx) => {
      await deposit(trx, { ...args, cause: "undone" });
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await count()).toBe(before);
  });

  it("but not for an invalid kind, so nothing can break a line of the hashed text", async () => {
    const odd = sql`select ledger_post(${"deposit\nDEPOSIT"}, 'x', 'x', 'x', '{}', array['external', 'member'],
      array['solana', 'x'], array[-1, 1]::bigint[])`;
    await expect(odd.execute(test.db)).rejects.toMatchObject({ code: "LG003" });
  });

  it("and decisions come from a closed list, one line each", async () => {
    const write = (type: string, subject: string, words: string, amount = 0) =>
      sql`select transparency_write(${type}, ${amount}, ${subject}, ${words})`.execute(test.db);
    await write("APPEAL_DECIDED", "refund:1", "An appeal was granted");
    const bad = [
      () => write("DEPOSIT", "", "Nothing arrived"),
      () => write("APPEAL_DECIDED", "a\nb", "x"),
      () => write("APPEAL_DECIDED", "", "a\nb"),
      () => write("APPEAL_DECIDED", "", ""),
      () => write("APPEAL_DECIDED", "", "x".repeat(301)),
      () => write("APPEAL_DECIDED", "", "x", -1),
    ];
    for (const attempt of bad) await expect(attempt()).rejects.toMatchObject({ code: "23514" });
  });
});
