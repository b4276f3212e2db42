import { destinationProblem } from "@bbux/chain";
import type { DB } from "@bbux/db";
import { depositUnclaimed, post } from "@bbux/ledger";
import { sql, type Transaction } from "kysely";
import { audit, BY_COMMAND } from "../../platform/audit-log/audit.command.ts";
import type { Services } from "../../platform/context/index.ts";
import { bookMovement } from "./movements.ts";

type Needs = Pick<Services, "db" | "chain" | "now" | "money" | "platformWallet">;

/** Nonce accounts of the platform beyond those in the books, which an address is compared with. */
const MORE_NONCES = 1_000;
/** Signatures that are asked for, of which one names the opening balance. */
const PAGE = 100;

/** The configured cold wallet can't be one. The message is a sentence for the operator. */
export class ColdWalletError extends Error {
  override readonly name = "ColdWalletError";
}

/** Checks without the chain that the configured address can be the cold wallet. @throws ColdWalletError */
export async function checkColdWallet({ db, money, platformWallet }: Omit<Needs, "chain" | "now">): Promise<void> {
  const { coldWallet: address } = money;
  if (address === null) return;
  const problem = destinationProblem(address) ?? (await whatItIs(db, platformWallet, address));
  if (problem !== null) throw new ColdWalletError(`COLD_WALLET_ADDRESS can't be ${address}: ${problem}`);
}

async function whatItIs(
  db: Services["db"],
  platformWallet: Services["platformWallet"],
  address: string,
): Promise<string | null> {
  const { rows } = await sql<{ own: boolean; deposit: boolean; nonce: boolean; last: number; authorities: string[] }>`
    select exists (select from wallet_keys where address = ${address}) as own,
           exists (select from wallets where address = ${address}) as deposit,
           exists (select from payment_nonces where address = ${address}) as nonce,
           array(select address from wallet_keys where purpose = 'nonce') as authorities,
           (select coalesce(max(position), 0) from payment_nonces) as last`.execute(db);
  const [row] = rows;
  if (row?.own || address === platformWallet.address) return "This is the hot wallet, whose key is online";
  if (row?.deposit) return "This is the deposit address of a member, whose key is online";
  const isNonce = () =>
    Array.from({ length: (row?.last ?? 0) + MORE_NONCES }, (_, nth) => nth + 1).some((position) =>
      [platformWallet.address, ...(row?.authorities ?? [])].some(
        (authority) => platformWallet.nonceAddress(position, authority) === address,
      ),
    );
  return row?.nonce || isNonce() ? "This is a nonce account of the platform" : null;
}

/**
 * Makes the configured address the current cold wallet, if it isn't yet; the audit log says so. Not while the fence is closed: books
 * that aren't the newest could take for an opening balance what they have moved there themselves. Earlier ones count as long as they
 * hold anything. What a new one holds already is unclaimed SOL, which an operator may record as float (docs/adr/0027).
 * @returns whether it changed
 * @throws ColdWalletError, ChainError
 */
export async function registerColdWallet(services: Needs): Promise<boolean> {
  const { db, chain, money, now } = services;
  const { coldWallet: address } = money;
  if (address === null || (await currentAddress(db)) === address) return false;
  await checkColdWallet(services);
  if (!(await areNewest(db))) return false;
  const { slot, lamports } = await chain.balances([address]);
  const opening = lamports[0] ?? 0n;
  const known = opening > 0n ? await chain.signaturesOf(address, { limit: PAGE, minSlot: slot }) : [];
  const newest = known.find((listed) => listed.slot <= slot)?.signature ?? "opening";
  const at = now();
  return db.transaction().execute(async (trx) => {
    await sql`select from cold_wallets order by address for no key update`.execute(trx);
    await sql`select from chain_state for no key update`.execute(trx);
    const before = await currentAddress(trx);
    if (before === address || !(await areNewest(trx))) return false;
    await sql`update cold_wallets set is_current = false where is_current`.execute(trx);
    const { rows } = await sql<{ added: boolean }>`
      insert into cold_wallets (address, since_slot) values (${address}, ${slot.toString()})
      on conflict (address) do update set is_current = true returning xmax = 0 as added`.execute(trx);
    if (rows[0]?.added && opening > 0n) {
      await bookOpening(trx, { address, amount: opening, signature: newest, slot, at });
    }
    await audit(trx, {
      ...BY_COMMAND,
      action: "COLD_WALLET_CHANGED",
      target: { kind: "cold_wallet", id: address },
      details: { before, after: address, opening: rows[0]?.added ? opening.toString() : null },
      at,
    });
    return true;
  });
}

async function areNewest(db: Services["db"]): Promise<boolean> {
  const { rows } = await sql`
    select from chain_state where fence_open and fence_identity = books_identity()`.execute(db);
  return rows.length > 0;
}

async function currentAddress(db: Services["db"]): Promise<string | null> {
  const row = await db.selectFrom("cold_wallets").select("address").where("is_current", "=", true).executeTakeFirst();
  return row?.address ?? null;
}

async function bookOpening(
  trx: Transaction<DB>,
  opening: {
    readonly address: string;
    readonly amount: bigint;
    readonly signature: string;
    readonly slot: bigint;
    readonly at: Date;
  },
): Promise<void> {
  const { address, amount, signature, slot, at } = opening;
  const { id } = await trx
    .insertInto("suspense_items")
    .values({ signature, address, amount: amount.toString(), slot: slot.toString(), reason: "cold_opening" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await bookMovement(trx, { address, amount, slot, at, signature, cause: { kind: "opening", item: id } });
  await post(
    trx,
    depositUnclaimed({ item: id, amount, cause: `${signature}:${address}`, refs: { signature, address } }),
  );
}
