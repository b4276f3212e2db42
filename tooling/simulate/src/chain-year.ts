import {
  foldWalletTotals,
  makeCheckpoint,
  notifySettlements,
  openAlerts,
  payRewards,
  publishReserves,
  type Services,
  sealLog,
  settleBounties,
} from "@bbux/api";
import { settleAlert } from "@bbux/api/operator";
import { createPlatformWallet } from "@bbux/chain";
import { DAY_MS, formatAmount, parseAmount } from "@bbux/contract";
import { rollUp } from "@bbux/ledger";
import type { TestChain } from "@bbux/local-chain/testing";
import { sql } from "kysely";
import { ChainPlatform } from "./chain-platform.ts";
import { begin, type Community, liveThrough, type OpenBounty } from "./community.ts";
import { findings, type Sold } from "./findings.ts";
import type { Market } from "./members.ts";
import { type Chance, createChance } from "./random.ts";
import type { Scenario } from "./scenarios.ts";

/** On this day the books are lost, and those of an earlier night come back. Days count from 0. */
export interface Loss {
  readonly day: number;
  readonly night: number;
  /** Rounds that the workers still do on that day, so that payments are lost in every state. */
  readonly rounds: number;
}

/** What has landed on the chain according to books. */
type Landed = Readonly<Record<"deposits" | "payments" | "sweeps", number>>;

/** What a year on the chain came to. */
export interface ChainYear {
  readonly bought: number;
  readonly sold: number;
  /** What the books that were lost had and those that came back hadn't, restore by restore. */
  readonly lacked: readonly Landed[];
  /** Each thing that is wrong at the end, as a sentence. */
  readonly findings: readonly string[];
}

/** Whose addresses aren't the platform's. */
const STRANGERS = createPlatformWallet(new Uint8Array(32).fill(8));
/** Nights that a backup is at most older than the books that are lost. */
const MOST_NIGHTS = 7;
const MOST_ROUNDS = 3;

/** Chooses when books are lost: on different days, each after the restore before. */
export function planLosses(chance: Chance, days: number, count: number): readonly Loss[] {
  const gap = Math.floor(days / (count + 1));
  if (count > 0 && gap < 1) throw new Error(`${count} restores take more than ${days} days`);
  return Array.from({ length: count }, (_, nth) => {
    const day = Math.round(chance.between(nth * gap + 1, (nth + 1) * gap));
    const nights = Math.round(chance.between(1, Math.min(MOST_NIGHTS, gap)));
    const earliest = nth * gap;
    return { day, night: Math.max(earliest, day - nights), rounds: Math.round(chance.between(0, MOST_ROUNDS)) };
  });
}

/**
 * Simulates days of a community on the local chain: members buy by payments to their addresses and sell by withdrawals, sweeps
 * run, and on some days the books are lost and an earlier backup comes back.
 * @param place a migrated database for this alone, and a folder for the signer's record
 */
export async function simulateOnChain(
  place: { readonly dir: string; readonly url: string },
  chain: TestChain,
  scenario: Scenario,
  options: {
    readonly days: number;
    readonly restores: number;
    readonly seed: number;
    readonly say?: (line: string) => void;
  },
): Promise<ChainYear> {
  const { days, restores, seed, say = () => undefined } = options;
  const losses = planLosses(createChance(seed + 1), days, restores);
  const platform = await ChainPlatform.start(place, chain, days);
  try {
    const sold: Sold[] = [];
    const { market, bought } = chainMarket(platform, sold);
    const community = await begin(() => platform.services, { scenario, chance: createChance(seed), market });
    const lacked: Landed[] = [];
    let open: OpenBounty[] = [];
    let copy = "";
    for (let day = 0; day < days; day++) {
      const midnight = platform.now().getTime() + DAY_MS;
      // Nobody accepts what has been settled, because the books that knew the decision were lost.
      open = await openBounties(platform.services, community, open, day);
      open = await liveThrough(platform.services, community, open, day);
      const loss = losses.find((each) => each.day === day);
      if (loss) {
        for (let round = 0; round < loss.rounds; round++) await platform.round();
        lacked.push(await loseBooks(platform, copy));
        say(lossLine(loss, lacked.at(-1)));
      }
      await platform.settle();
      if (loss) await closeLostRoots(platform.services);
      platform.travel(midnight - platform.now().getTime());
      await runNightly(platform.services);
      if (losses.some(({ night }) => night === day)) copy = await platform.backUp();
    }
    await platform.settle();
    await runNightly(platform.services);
    return { bought: bought(), sold: sold.length, lacked, findings: await findings(platform, community.members, sold) };
  } finally {
    await platform.close();
  }
}

/** @returns what those that came back lacked */
async function loseBooks(platform: ChainPlatform, copy: string): Promise<Landed> {
  const before = await landedIn(platform.services);
  await platform.restore(copy);
  const after = await landedIn(platform.services);
  return {
    deposits: before.deposits - after.deposits,
    payments: before.payments - after.payments,
    sweeps: before.sweeps - after.sweeps,
  };
}

/** As an operator does who has begun a new log: the chain has roots of checkpoints that are lost. */
async function closeLostRoots(services: Services): Promise<void> {
  for (const { id, kind } of await openAlerts(services.db))
    if (kind === "log_root_unknown") await settleAlert(services, { id });
}

async function landedIn({ db }: Services): Promise<Landed> {
  const { rows } = await sql<Landed>`
    select (select count(*)::int from deposits) as deposits,
           (select count(*)::int from withdrawals where state in ('SENT', 'FINALIZED')) as payments,
           (select count(*)::int from sweeps where state = 'DONE') as sweeps`.execute(db);
  return rows[0] ?? { deposits: 0, payments: 0, sweeps: 0 };
}

function lossLine({ day, night, rounds }: Loss, lacked: Landed | undefined): string {
  const { deposits = 0, payments = 0, sweeps = 0 } = lacked ?? {};
  return `day ${day}, after ${rounds} rounds: the books of night ${night} come back, without ${deposits} deposits, ${payments} payments and ${sweeps} sweeps`;
}

/** The bounties that books have in escrow. Askers whose decision was lost with other books decide again at once. */
async function openBounties(
  { db }: Services,
  { members }: Community,
  known: readonly OpenBounty[],
  day: number,
): Promise<OpenBounty[]> {
  const { rows } = await sql<{ post: string; author: string; answer: string }>`
    select p.id::text as post, p.author_id::text as author, min(a.id)::text as answer
      from posts p join answers a on a.post_id = p.id where p.bounty_status = 'ESCROWED' group by p.id order by p.id`.execute(
    db,
  );
  return rows.flatMap(({ post, author, answer }) => {
    const before = known.find(({ postId }) => postId === post);
    if (before) return [before];
    const asker = members.find(({ id }) => id === author);
    return asker ? [{ postId: post, answerId: answer, asker, acceptAfter: day }] : [];
  });
}

/** Payments on the chain. Each sale has a destination of its own, so that it can be seen there whether it was paid. */
function chainMarket(platform: ChainPlatform, sold: Sold[]): { readonly market: Market; bought(): number } {
  let bought = 0;
  const market: Market = {
    async buy({ id }, amount) {
      await platform.chain.airdrop(platform.addressOf(id), amount);
      bought += 1;
    },
    async sell({ id, call }, amount) {
      const destination = STRANGERS.addressOf(String(sold.length + 1));
      const { netAmount } = await call.wallet.withdraw({
        amount: formatAmount(amount),
        destinationAddress: destination,
      });
      sold.push({ member: id, destination, amount, net: parseAmount(netAmount) ?? 0n });
    },
    settle: () => platform.settle(),
  };
  return { market, bought: () => bought };
}

/** What runs once a day, or more often, and has nothing to do with the chain. */
async function runNightly(services: Services): Promise<void> {
  await notifySettlements(services);
  await settleBounties(services);
  await payRewards(services);
  await rollUp(services.db);
  await foldWalletTotals(services.db);
  await sealLog(services);
  await makeCheckpoint(services);
  await publishReserves(services);
}
