import { sql } from "kysely";
import { booksIdentity } from "../chain/index.ts";
import type { DepositAddress } from "./deposit.types.ts";
import { scanAddresses } from "./scan.command.ts";

type Needs = Parameters<typeof scanAddresses>[0];

/** Addresses per call to the chain. */
const BATCH_SIZE = 100;

/** Where a round continues. */
export interface RoundPlace {
  /** The member whose address was checked last. */
  after: string;
  /** Where the books were when the round began. */
  books?: string;
}

/**
 * Watches addresses that expect a payment, because of an open request or claim. They are checked every few seconds.
 * @param pace waits for its turn within the budget of calls
 * @param most calls in one run, so addresses without an expected payment get theirs; the next run continues at `place`
 * @returns the number of calls
 */
export async function watchExpected(
  services: Needs,
  pace: () => Promise<void>,
  { most, place }: { readonly most: number; readonly place: RoundPlace } = { most: Infinity, place: { after: "0" } },
): Promise<number> {
  for (let calls = 0; ; calls++) {
    if (calls >= most) return calls;
    const at = await services.databaseNow();
    const wallets = await page(services, sql`w.watch_until > ${at} and w.user_id > ${place.after}`);
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
 * Watches every address, in pages. A round of N addresses takes N / 100 calls, so the budget of `pace` bounds the time
 * to find any deposit. A process that dies restarts its round and misses nothing, because a balance differs until it is
 * booked.
 * @param goOn called before each page, to stop in between
 * @param place where the round continues, also after a failed call, so on an unreliable node the last addresses
 *   get their turn, too
 * @returns whether the round was completed
 */
export async function watchRound(
  services: Needs,
  pace: () => Promise<void>,
  goOn: () => Promise<boolean>,
  place: RoundPlace = { after: "0" },
): Promise<boolean> {
  if (place.after === "0" || place.books === undefined) place.books = await booksIdentity(services.db);
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
  const at = await services.databaseNow();
  // What it read before a replica took over isn't known there.
  await sql`
    update chain_state set round_finished_at = ${at},
           rounds_done = rounds_done + case when books_identity() = ${place.books} then 1 else 0 end`.execute(
    services.db,
  );
  return true;
}

/** Closes alerts about differences that another path than the watcher has credited since. */
async function closeExplained({ db, now }: Pick<Needs, "db" | "now">): Promise<void> {
  await sql`
    update alerts a set closed_at = ${now()} from wallets w
     where a.kind = 'unexplained_balance' and a.closed_at is null and w.address = a.subject and w.booked = w.seen`.execute(
    db,
  );
}

async function page({ db }: Pick<Needs, "db">, where: ReturnType<typeof sql>): Promise<DepositAddress[]> {
  const { rows } = await sql<DepositAddress>`
    select w.user_id::text as "userId", w.address from wallets w where ${where} order by w.user_id limit ${BATCH_SIZE}`.execute(
    db,
  );
  return rows;
}
