import { openAlerts } from "@bbux/api";
import { auditBounties, auditLog, auditReserves, auditWalletTotals, checkCounters } from "@bbux/api/operator";
import type { ChainGateway } from "@bbux/chain";
import type { Database } from "@bbux/db";
import { audit } from "@bbux/ledger";
import { sql } from "kysely";
import type { ChainPlatform } from "./chain-platform.ts";
import type { Member } from "./members.ts";

/** A sale that a member asked for. Amounts in base units. */
export interface Sold {
  readonly member: string;
  /** Nobody else is paid there. */
  readonly destination: string;
  readonly amount: bigint;
  /** What arrives there. */
  readonly net: bigint;
}

/** Signatures per page. */
const PAGE = 1_000;

/** What `check-books`, `check-reserves --deep` and `check-counters` find, and each member who doesn't own what chain and log say. */
export async function findings(
  platform: ChainPlatform,
  members: readonly Member[],
  sold: readonly Sold[],
): Promise<string[]> {
  const { services } = platform;
  return platform.read(async (db) => {
    const books = [
      ...(await audit(db)).problems,
      ...(await auditBounties(db, platform.now())),
      ...(await auditLog(db)),
      ...(await auditWalletTotals(db)),
    ];
    const reserves = await auditReserves({ ...services, db }, { deep: true });
    const counters = await checkCounters(db);
    return [
      ...[...books, ...reserves.problems].map(({ finding, subject, detail }) => `${finding} ${subject}: ${detail}`),
      ...counters.mismatches.map(
        ({ counter, subject, stored, counted }) => `${counter} ${subject}: says ${stored}, counted ${counted}`,
      ),
      ...(await openAlerts(db)).map(({ kind, subject, detail }) => `alert ${kind} ${subject}: ${detail}`),
      ...(await wrongBalances(services.chain, db, members, sold)),
    ];
  });
}

/**
 * Everyone has what came to their address on the chain, less what was paid for them there, and what bounties, stakes and rewards have
 * brought or cost by the books' entries. The tables of deposits and withdrawals aren't asked.
 */
async function wrongBalances(
  chain: ChainGateway,
  db: Database,
  members: readonly Member[],
  sold: readonly Sold[],
): Promise<string[]> {
  const accounts = await accountsOf(db);
  const { isPaid, problems } = await payments(chain, sold);
  for (const { id, name } of members) {
    const { balance = 0n, community = 0n, address = "" } = accounts.get(id) ?? {};
    const own = sold.filter(({ member, destination }) => member === id && isPaid(destination));
    const left = own.reduce((sum, { amount }) => sum + amount, 0n);
    const wanted = (await arrived(chain, address)) - left + community;
    if (balance !== wanted) problems.push(`${name} has ${balance} instead of ${wanted}`);
  }
  return problems;
}

async function accountsOf(db: Database) {
  const { rows } = await sql<{ id: string; address: string; balance: string; community: string }>`
    select u.id::text, u.solana_address as address, coalesce(a.balance, 0)::text as balance, coalesce((
             select sum(e.amount) from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
              where e.account_id = a.id and t.kind ~ '^(bounty|stake|rewards)_'), 0)::text as community
      from users u left join ledger_accounts a on a.kind = 'member' and a.owner = u.id::text`.execute(db);
  return new Map(
    rows.map(({ id, address, balance, community }) => [
      id,
      { address, balance: BigInt(balance), community: BigInt(community) },
    ]),
  );
}

/** All SOL that has come to an address, in lamports. */
async function arrived(chain: ChainGateway, address: string): Promise<bigint> {
  let sum = 0n;
  let before: string | undefined;
  for (;;) {
    const page = await chain.signaturesOf(address, { before, limit: PAGE });
    for (const { signature } of page) {
      const change = (await chain.transaction(signature))?.changes.get(address) ?? 0n;
      if (change > 0n) sum += change;
    }
    before = page.at(-1)?.signature;
    if (page.length < PAGE) return sum;
  }
}

/** Which sales were paid on the chain, and those that weren't paid exactly. */
async function payments(chain: ChainGateway, sold: readonly Sold[]) {
  const paid = new Map<string, bigint>();
  for (let from = 0; from < sold.length; from += 100) {
    const some = sold.slice(from, from + 100).map(({ destination }) => destination);
    const { lamports } = await chain.balances(some);
    for (const [nth, destination] of some.entries()) paid.set(destination, lamports[nth] ?? 0n);
  }
  const isPaid = (destination: string) => (paid.get(destination) ?? 0n) > 0n;
  const problems = sold
    .filter(({ destination, net }) => isPaid(destination) && paid.get(destination) !== net)
    .map(({ destination, net }) => `${destination} got ${paid.get(destination)} instead of ${net}`);
  return { isPaid, problems };
}
