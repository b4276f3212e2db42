import { notifySettlements, payRewards, type Services, settleBounties } from "@bbux/api";
import { DAY_MS, DEFAULT_PARAMETERS, formatAmount, withdrawalFee } from "@bbux/contract";
import { audit } from "@bbux/ledger";
import { sql } from "kysely";
import { begin, liveThrough, type OpenBounty } from "./community.ts";
import { bookedMarket } from "./members.ts";
import { createChance } from "./random.ts";
import type { Scenario } from "./scenarios.ts";

/** The state at the end of a simulated day. Amounts in base units, the rate in parts per million. */
export interface Day {
  readonly day: string;
  readonly treasury: bigint;
  readonly supply: bigint;
  readonly staked: bigint;
  readonly rate: number;
  readonly due: bigint;
  readonly paid: bigint;
  /** Since the beginning: all fees, all rewards. */
  readonly collected: bigint;
  readonly distributed: bigint;
}

/** What a simulation is repeated with. */
export const SEED = 20_26;

/**
 * Simulates this many days of a community with the product's own procedures and jobs on a real database. Only the clock is
 * replaced, and what the chain would have done is booked as its watcher books it.
 * @param clock moves the clock of `services`
 * @throws Error if rewards exceed the collected fees, or the books are wrong
 */
export async function simulate(
  services: Services,
  clock: { travel(milliseconds: number): void },
  scenario: Scenario,
  options: { readonly days: number; readonly seed?: number; readonly before?: () => Promise<void> },
): Promise<Day[]> {
  const market = bookedMarket(services, (amount) => withdrawalFee(amount, DEFAULT_PARAMETERS.withdrawalFee));
  const community = await begin(() => services, { scenario, chance: createChance(options.seed ?? SEED), market });
  const days: Day[] = [];
  await options.before?.();
  let open: OpenBounty[] = [];
  for (let day = 0; day < options.days; day++) {
    open = await liveThrough(services, community, open, day);
    clock.travel(DAY_MS);
    await notifySettlements(services);
    await settleBounties(services);
    await payRewards(services);
    const state = await readState(services);
    days.push(state);
  }
  await requireSound(services, days);
  return days;
}

async function readState({ db }: Services): Promise<Day> {
  const { rows } = await sql<
    Record<"treasury" | "supply" | "staked" | "due" | "paid" | "returned" | "distributed", string> & {
      day: string;
      rate: number;
    }
  >`
    select d.day::text, d.total_rate as rate, d.due::text, d.paid::text,
           (select coalesce(sum(balance), 0)::text from ledger_balances where kind = 'treasury') as treasury,
           (select coalesce(-sum(balance), 0)::text from ledger_balances where kind = 'external') as supply,
           (select coalesce(sum(balance), 0)::text from ledger_balances where kind = 'stake') as staked,
           (select coalesce(sum(paid), 0)::text from reward_days) as distributed
      from reward_days d order by d.day desc limit 1`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("No day was rewarded");
  const [treasury, distributed] = [BigInt(row.treasury), BigInt(row.distributed)];
  return {
    day: row.day,
    rate: row.rate,
    treasury,
    distributed,
    supply: BigInt(row.supply),
    staked: BigInt(row.staked),
    due: BigInt(row.due),
    paid: BigInt(row.paid),
    // Nothing but rewards ever leaves the treasury.
    collected: treasury + distributed,
  };
}

/** Adds up fees from the books' own entries, not from the daily reports. */
async function requireSound(services: Services, days: readonly Day[]): Promise<void> {
  const { problems } = await audit(services.db);
  if (problems.length > 0) throw new Error(`The books are wrong: ${JSON.stringify(problems[0])}`);
  const { rows } = await sql<{ fees: string; rewards: string }>`
    select coalesce(sum(e.amount) filter (where a.kind = 'treasury' and t.kind in ('bounty_placed', 'withdrawal_settled')), 0)::text as fees,
           coalesce(sum(e.amount) filter (where a.kind = 'member' and t.kind = 'rewards_paid'), 0)::text as rewards
      from ledger_entries e join ledger_accounts a on a.id = e.account_id join ledger_transfers t on t.id = e.transfer_id`.execute(
    services.db,
  );
  const [fees, rewards] = [BigInt(rows[0]?.fees ?? 0), BigInt(rows[0]?.rewards ?? 0)];
  if (rewards > fees)
    throw new Error(`${formatAmount(rewards)} BBUX were paid, but only ${formatAmount(fees)} collected`);
  const last = days.at(-1);
  if (last && (last.collected !== fees || last.distributed !== rewards)) {
    throw new Error("The daily reports don't match the books");
  }
}
