import { sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import {
  closeAlert,
  closeFence,
  type Fence,
  noticeBooks,
  openFence,
  passSignersFence,
  raiseAlert,
  readFence,
} from "../chain/index.ts";
import { scanHotWallet } from "../hot-wallet/index.ts";
import { adoptWalletKeys, versionOf, walletKeys } from "../wallet-keys/index.ts";
import { consumeNonce, consumptionTerms } from "./consume-nonce.ts";
import { isUnsigned } from "./holds.ts";
import { markFound, markMissing, readNonces, takeNonce } from "./nonces.ts";

/** How many pools beyond the last known account may have been created by the books that were lost. */
const POOLS = 3;

const LEFT_BEHIND =
  "The signer has signed for newer books, so it signs nothing for these: another database of this platform is in use, or was";

interface Row {
  id: string;
  address: string;
  fence: number;
  value: string | null;
  min_slot: string;
  missing_since: Date | null;
  /** A payment holds it, and no stored transaction names it. */
  unsigned: boolean;
  /** Its renewal is under way. */
  renewing: boolean;
}

/**
 * Opens the fence (ADR 18). Books that may not be the newest can have forgotten payments that are still valid, so
 * every nonce is used up first by a transaction signed since; then the hot wallet's history is read up to there. Until that is done,
 * no payment is signed and none is given back without a transaction.
 * @returns it as it is now; null when newer books have had the signer sign, so that it signs nothing for these
 * @throws ChainError, also when the node is behind what was signed since; SignerError
 */
export async function passFence(services: Services): Promise<Fence | null> {
  const { db } = services;
  const fence = await passSignersFence(services, await noticeBooks(db));
  if (!fence) {
    await raiseAlert(services, { kind: "fence_closed", subject: "signer", detail: LEFT_BEHIND });
    return null;
  }
  await closeAlert(services, "fence_closed", "signer");
  if (!(await compareKeys(services, fence))) return null;
  if (fence.isOpen) {
    if (!(await hasOldNonce(services, fence))) return fence;
    // An account that wasn't known when the fence was opened.
    await closeFence(db);
  }
  const { why, held } = await whatIsMissing(services, fence);
  if (why === null) {
    await closeAlert(services, "fence_closed", "books");
    await markHeld(services, fence, held);
    return { ...fence, isOpen: await openFence(db, fence) };
  }
  const { rows } = await sql`
    select from chain_state where fence_since < now() - interval '5 minutes'`.execute(db);
  if (rows.length > 0) await raiseAlert(services, { kind: "fence_closed", subject: "books", detail: why });
  return { ...fence, isOpen: false };
}

/**
 * Takes keys into the books that only the signer has: until these are known, what restored books read would look like a theft.
 * @returns whether the signer has the keys of these books
 */
export async function compareKeys(services: Services, { number }: Fence): Promise<boolean> {
  const { problem } = await adoptWalletKeys(services);
  if (problem !== null) {
    const detail = `Nothing is signed, because ${problem}`;
    await raiseAlert(services, { kind: "signer_down", subject: "keys", detail });
    return false;
  }
  await closeAlert(services, "signer_down", "keys");
  await sql`update chain_state set keys_fence = ${number} where fence = ${number} and keys_fence <> ${number}`.execute(
    services.db,
  );
  return true;
}

async function hasOldNonce({ db }: Pick<Services, "db">, { number }: Fence): Promise<boolean> {
  const { rows } = await sql`
    select from payment_nonces where state = 'READY' and value is null and fence < ${number} limit 1`.execute(db);
  return rows.length > 0;
}

/** What keeps the fence closed; null if nothing does. */
interface Outlook {
  readonly why: string | null;
  /** Nonces that payments from before the fence hold, with the value that the chain showed. */
  readonly held: readonly Row[];
}

/** Takes the next steps. */
async function whatIsMissing(services: Services, fence: Fence): Promise<Outlook> {
  // An answer from this slot or later knows what happened before the fence was closed.
  const slot = await renewedSlot(services, fence);
  const unclear = await takeUnknownNonces(services, slot);
  const nonces = await readyNonces(services);
  const known = nonces.map(({ address, min_slot }) => ({ address, minSlot: BigInt(min_slot) }));
  const sight = await readNonces(services, known, slot ?? 0n);
  const old = nonces.filter(
    // The books that were lost can have given a hold back unused and signed something else; a stored payment keeps its nonce.
    ({ fence: renewed, address, value, unsigned }) =>
      renewed < fence.number && (value === null || unsigned || sight.nonces.get(address)?.value !== value),
  );
  await renew(services, fence, old, sight);
  const held = nonces.filter(({ fence: renewed }) => renewed < fence.number).filter((each) => !old.includes(each));
  const because = (why: string | null): Outlook => ({ why, held });
  if (old.length > 0)
    return because(`${old.length} nonce accounts may be named by payments that these books have forgotten`);
  if (unclear > 0) return because(`${unclear} nonce accounts exist, and it is not known yet what created them`);
  if (slot === null) return because("Nothing that was signed since these books were found here has landed yet");
  // A sweep in it may show that a deposit was lost, which another round has to find.
  const isRead = await scanHotWallet(services, "last", slot);
  const isRoundDone = (await readFence(services.db))?.isRoundDone ?? false;
  if (fence.number > 1 && !isRoundDone) return because("Not all addresses have been read since");
  return because(isRead ? null : "The hot wallet's history can't be read to its end");
}

/**
 * The chain still shows the values of these at a slot after the fence was closed, so what comes after them was in no books before: when
 * their payments land, nothing has to be renewed, and the fence stays open.
 */
async function markHeld({ db }: Services, { number }: Fence, held: readonly Row[]): Promise<void> {
  if (held.length === 0) return;
  await sql`
    update payment_nonces set fence = ${number} where fence < ${number} and id = any (${held.map(({ id }) => id)}::bigint[])`.execute(
    db,
  );
}

/** The slot at which something landed that was signed behind this fence; null if nothing has. */
async function renewedSlot({ db }: Services, { number }: Fence): Promise<bigint | null> {
  const { rows } = await sql<{ slot: string | null }>`
    select max(min_slot)::text as slot from payment_nonces where fence = ${number}`.execute(db);
  const slot = rows[0]?.slot ?? null;
  return slot === null ? null : BigInt(slot);
}

async function readyNonces({ db }: Pick<Services, "db">): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id::text, address, fence, value, min_slot::text, missing_since, ${isUnsigned} as unsigned, exists (
           select from payment_attempts p where p.created_nonce_id = n.id and p.state in ('SIGNED', 'SENT')) as renewing
      from payment_nonces n where state = 'READY' order by position`.execute(db);
  return rows;
}

/**
 * @returns how many accounts it left out because their creation may still be under way: the lost books may have created them
 *   otherwise, and have named them in payments
 */
async function takeUnknownNonces(services: Services, slot: bigint | null): Promise<number> {
  const { db, money, platformWallet, now } = services;
  const keys = await walletKeys(services);
  const { rows } = await sql<{ last: number; known: number[] }>`
    select coalesce(max(position), 0) as last, coalesce(array_agg(position) filter (where state <> 'WANTED'), '{}') as known
      from payment_nonces`.execute(db);
  const { last, known } = rows[0] ?? { last: 0, known: [] };
  const taken = new Set(known);
  const asked = Array.from({ length: last + POOLS * money.noncePool }, (_, index) => index + 1)
    .filter((position) => !taken.has(position))
    .flatMap((position) =>
      keys.nonce.map((key) => ({ position, address: platformWallet.nonceAddress(position, key.address), minSlot: 0n })),
    );
  const found = await readNonces(services, asked, slot ?? 0n);
  const ours: number[] = [];
  for (const { position, address } of asked) {
    const version = versionOf(keys, "nonce", found.nonces.get(address)?.authority);
    if (version === null) continue;
    await takeNonce(db, { position, address, version, slot: found.slot, at: now() });
    ours.push(position);
  }
  const { rows: left } = await sql`
    select from payment_nonces where position = any (${ours}::int[]) and state = 'WANTED'`.execute(db);
  return left.length;
}

/** Uses up the nonces that no stored payment names, each by a transaction that moves nothing. */
async function renew(
  services: Services,
  fence: Fence,
  nonces: readonly Row[],
  sight: Awaited<ReturnType<typeof readNonces>>,
): Promise<void> {
  // A hold whose value is used up is released first (`endUsedHolds`).
  const free = nonces.filter(
    ({ address, value, unsigned, renewing }) =>
      !renewing && (value === null || (unsigned && sight.nonces.get(address)?.value === value)),
  );
  if (free.length === 0) return;
  const keys = await walletKeys(services);
  const terms = await consumptionTerms(services, fence, keys);
  for (const { id, address, min_slot, missing_since: since } of free) {
    const found = sight.nonces.get(address);
    const version = versionOf(keys, "nonce", found?.authority);
    if (!found || version === null) {
      await markMissing(services, { id, address, since, slot: sight.slot });
      continue;
    }
    if (since !== null) await markFound(services, id, address);
    const nonce = { id, address, value: found.value, minSlot: BigInt(min_slot), version };
    await consumeNonce(services, nonce, terms, async (trx) => {
      const { rows } = await sql`
        select from payment_nonces n
         where id = ${id} and state = 'READY' and (value is null or ${isUnsigned}) and fence < ${fence.number}
           for no key update`.execute(trx);
      return rows.length > 0;
    });
  }
}
