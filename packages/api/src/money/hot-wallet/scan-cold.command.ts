import { ChainError, type SignatureInfo } from "@bbux/chain";
import { sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { booksIdentity } from "../chain/index.ts";
import { bookColdMovements } from "./cold-movements.command.ts";

type Needs = Pick<Services, "db" | "chain" | "now" | "platformWallet">;

const PAGE = 1_000;
/** Transactions read of one cold wallet in one run. Anyone can name it in any number of them; the next run continues. */
const READS = 100;

interface Unread {
  readonly address: string;
  readonly since: bigint;
  readonly readTo: string | null;
  /** Where the books are. */
  readonly books: string;
}

/**
 * Reads what happened to cold wallets since the last run, and books it. Earlier ones are read as long as they hold anything.
 * @returns whether everything that the chain lists has been read
 */
export async function scanColdWallets(services: Needs): Promise<boolean> {
  const books = await booksIdentity(services.db);
  const { rows } = await sql<{ address: string; since: string; read_to: string | null }>`
    select address, since_slot::text as since, read_signature as read_to from cold_wallets where is_current or booked <> 0`.execute(
    services.db,
  );
  let isRead = true;
  for (const { address, since, read_to } of rows) {
    isRead = (await scan(services, { address, since: BigInt(since), readTo: read_to, books })) && isRead;
  }
  return isRead;
}

async function scan(services: Needs, wallet: Unread): Promise<boolean> {
  const { db } = services;
  const fresh = (await listSince(services, wallet)).toReversed();
  const unknown = await leaveOutKnown(
    db,
    fresh.map(({ signature }) => signature),
  );
  let readTo: string | null = null;
  let reads = 0;
  try {
    for (const { signature } of fresh) {
      if (unknown.has(signature)) {
        if (reads++ === READS || !(await readOne(services, signature))) return false;
      }
      readTo = signature;
    }
    return true;
  } finally {
    // A slower process may set it back, and then reads again what is booked. So does a replica that took over meanwhile.
    if (readTo !== null) {
      await sql`
        update cold_wallets set read_signature = ${readTo}
         where address = ${wallet.address} and books_identity() = ${wallet.books}`.execute(db);
    }
  }
}

/** Newest first. */
async function listSince({ chain }: Needs, { address, since, readTo }: Unread): Promise<SignatureInfo[]> {
  const listed: SignatureInfo[] = [];
  for (;;) {
    const page = await chain.signaturesOf(address, {
      limit: PAGE,
      before: listed.at(-1)?.signature,
      until: readTo ?? undefined,
      minSlot: since,
    });
    const later = page.filter(({ slot }) => slot > since);
    listed.push(...later);
    if (page.length === 0 || later.length < page.length) return listed;
  }
}

/** Drops signatures that are booked, or that the platform has signed: those are booked by their payment. */
async function leaveOutKnown(db: Services["db"], signatures: readonly string[]): Promise<Set<string>> {
  if (signatures.length === 0) return new Set();
  const { rows } = await sql<{ signature: string }>`
    select signature from unnest(${signatures}::text[]) as asked (signature)
     where not exists (select from cold_movements m where m.signature = asked.signature)
       and not exists (select from payment_attempts p where p.signature = asked.signature)`.execute(db);
  return new Set(rows.map(({ signature }) => signature));
}

/** @returns false when the node can't show it, or it can't be booked yet */
async function readOne(services: Needs, signature: string): Promise<boolean> {
  try {
    const transaction = await services.chain.transaction(signature);
    return transaction !== null && (await bookColdMovements(services, transaction)) !== "later";
  } catch (error) {
    if (!(error instanceof ChainError) || error.code === "RATE_LIMITED") throw error;
    return false;
  }
}
