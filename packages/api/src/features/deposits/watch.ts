import { sql } from "kysely";
import type { Services } from "../../context.ts";
import type { DepositAddress } from "./credit.command.ts";
import { scanAddresses } from "./scan.command.ts";

type Needs = Pick<Services, "db" | "chain" | "now" | "failpoint" | "signals">;

/** Addresses in one question to the chain. */
const AT_ONCE = 100;

/** Where a round is. */
export interface RoundPlace {
  /** The address of this member is the last that was looked at. */
  after: string;
}

/**
 * Addresses that something is expected at: open requests and claims. They are asked for again and again, within seconds.
 * @param pace waits for its turn within the budget of calls
 * @param most calls in one go, so that something is left for those where nothing is expected; the next goes on at `place`
 * @returns the number of calls
 */
export async function watchExpected(
  services: Needs,
  pace: () => Promise<void>,
  { most, place }: { readonly most: number; readonly place: RoundPlace } = { most: Infinity, place: { after: "0" } },
): Promise<number> {
  for (let calls = 0; ; calls++) {
    if (calls >= most) return calls;
    const wallets = await page(services, sql`w.watch_until > ${services.now()} and w.user_id > ${place.after}`);
    const last = wallets.at(-1);
    if (!last) {
      place.after = "0";
      return calls;
    }
    await pace();
    await scanAddresses(services, wallets);
    place.after = last.userId;
  }
}

/**
 * Every address there is, in pages. One round of N addresses takes N / 100 calls, so with the budget of `pace` the time
 * in which any deposit is found is bounded. A process that dies begins its round anew; nothing is missed, because a
 * balance stays different until it is in the books.
 * @param goOn asked before each page, to stop in between
 * @param place where the round goes on, and where it is left when a call fails: on a node that fails now and then the
 *   last addresses have their turn, too
 * @returns whether the round came to its end
 */
export async function watchRound(
  services: Needs,
  pace: () => Promise<void>,
  goOn: () => Promise<boolean>,
  place: RoundPlace = { after: "0" },
): Promise<boolean> {
  for (;;) {
    const wallets = await page(services, sql`w.user_id > ${place.after}`);
    const last = wallets.at(-1);
    if (!last) break;
    if (!(await goOn())) return false;
    await pace();
    await scanAddresses(services, wallets);
    place.after = last.userId;
  }
  place.after = "0";
  await closeExplained(services);
  await sql`update chain_state set rounds_done = rounds_done + 1, round_finished_at = ${services.now()}`.execute(
    services.db,
  );
  return true;
}

/** What did not agree may have been credited since by another way than the watcher's. */
async function closeExplained({ db, now }: Needs): Promise<void> {
  await sql`
    update alerts a set closed_at = ${now()} from wallets w
     where a.kind = 'unexplained_balance' and a.closed_at is null and w.address = a.subject and w.booked = w.seen`.execute(
    db,
  );
}

async function page({ db }: Needs, where: ReturnType<typeof sql>): Promise<DepositAddress[]> {
  const { rows } = await sql<DepositAddress>`
    select w.user_id::text as "userId", w.address from wallets w where ${where} order by w.user_id limit ${AT_ONCE}`.execute(
    db,
  );
  return rows;
}
