import type { SignatureInfo } from "@bbux/chain";
import type { Database } from "@bbux/db";
import { sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";

const PAGE = 1_000;
/** The most signatures that a scan from the start goes back. */
const MOST = 10_000;

/** Books that may not be the newest can lack a hot wallet, until they are compared with the signer (docs/adr/0030). */
export async function areKeysKnown(db: Database): Promise<boolean> {
  const { rows } = await sql`
    select from chain_state
     where fence_identity is null or fence_identity = books_identity() and (fence_open or keys_fence = fence)`.execute(
    db,
  );
  return rows.length > 0;
}

/** The newest transaction of a hot wallet that was read; null for none. */
export async function lastRead(db: Database, address: string): Promise<string | null> {
  const { rows } = await sql<{ signature: string }>`
    select signature from hot_wallet_reads where address = ${address}`.execute(db);
  return rows[0]?.signature ?? null;
}

/** How far hot wallets were read, and what they held at this slot. */
export interface HotWalletsRead {
  /** Where the books were when it began. */
  readonly books: string;
  /** The newest transaction that was read, by address. */
  readonly readTo: ReadonlyMap<string, string>;
  readonly slot: bigint;
  readonly lamports: bigint;
}

/**
 * Saves the progress, whatever happened to the rest. A replica that took over meanwhile may lack what the lost books had booked, so it
 * reads that again.
 */
export async function noteRead(
  { db, now }: Pick<Services, "db" | "now">,
  { books, readTo, slot, lamports }: HotWalletsRead,
): Promise<void> {
  await sql`
    with noted as (
      update chain_state set hot_lamports = ${lamports.toString()}::bigint, hot_slot = ${slot.toString()}::bigint, hot_seen_at = ${now()}
       where hot_slot <= ${slot.toString()}::bigint and books_identity() = ${books} returning 1)
    insert into hot_wallet_reads (address, signature)
    select * from unnest(${[...readTo.keys()]}::text[], ${[...readTo.values()]}::text[]) where exists (select from noted)
    on conflict (address) do update set signature = excluded.signature`.execute(db);
}

/** Lists the signatures of an address, newest first. @throws ChainError, also when the node is behind the slot */
export async function listSince(
  { chain }: Pick<Services, "chain">,
  address: string,
  until: string | null,
  minSlot: bigint,
): Promise<SignatureInfo[]> {
  const listed: SignatureInfo[] = [];
  for (;;) {
    const list = await chain.signaturesOf(address, {
      limit: PAGE,
      before: listed.at(-1)?.signature,
      until: until ?? undefined,
      minSlot,
    });
    if (list.length === 0 || (until === null && listed.length > MOST)) return listed;
    listed.push(...list);
  }
}
