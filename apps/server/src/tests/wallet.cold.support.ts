import { planCold, registerColdWallet, scanColdWallets, scanHotWallet } from "@bbux/api";
import { auditReserves } from "@bbux/api/operator";
import { Keypair } from "@solana/web3.js";
import { sql } from "kysely";
import { expect } from "vitest";
import { reopen } from "./wallet.fence.support.ts";
import { finalized, type MoneyWorld, SOL, sign, sound, startMoney, transfer, work } from "./wallet.support.ts";

/** The ceiling of these worlds, and what a move goes down to. */
export const CEILING = 20n * SOL;
export const TARGET = 16n * SOL;

/** A world with a cold wallet, whose key the platform doesn't have. */
export interface ColdWorld extends MoneyWorld {
  readonly cold: Keypair;
  /** Its address. */
  readonly vault: string;
}

export async function startCold(env: Record<string, string> = {}): Promise<ColdWorld> {
  const cold = Keypair.generate();
  const vault = cold.publicKey.toBase58();
  const world = await startMoney({ env: { HOT_WALLET_CEILING: "20", COLD_WALLET_ADDRESS: vault, ...env } });
  await reopen(world);
  await registerColdWallet(world.services);
  return { ...world, cold, vault };
}

/** What the watcher does about cold wallets, once. @returns whether a move is open */
export async function plan({ services }: Pick<MoneyWorld, "services">): Promise<boolean> {
  await scanHotWallet(services);
  await scanColdWallets(services);
  return planCold(services);
}

/** Moves what is above the ceiling, until nothing is. */
export async function moveAll(world: MoneyWorld): Promise<void> {
  await plan(world);
  await work(world);
}

/** Pays with the cold wallet's key, as its holder does offline. @returns the signature, finalized */
export async function payFromCold(world: ColdWorld, to: string, lamports: bigint, key = world.cold): Promise<string> {
  const { bytes, signature } = await sign(world, [key], [transfer(key, to, lamports)]);
  await world.truth.send(bytes);
  return finalized(world, signature);
}

/** Moves with the states of their attempts, oldest first. */
export async function moves({ t }: Pick<MoneyWorld, "t">): Promise<{ state: string; attempts: string[] }[]> {
  const { rows } = await sql<{ state: string; attempts: string[] }>`
    select state, array(select p.state from payment_attempts p where p.cold_transfer_id = c.id order by p.id) as attempts
      from cold_transfers c order by created_at, id`.execute(t.database.ownerDb);
  return rows;
}

/** What the books say that a cold wallet holds. */
export async function booked({ t }: Pick<MoneyWorld, "t">, address: string): Promise<bigint> {
  const { rows } = await sql<{ booked: string }>`
    select booked::text from cold_wallets where address = ${address}`.execute(t.database.ownerDb);
  return BigInt(rows[0]?.booked ?? -1);
}

/** Books and chain agree everywhere, read in full. */
export async function agree(world: MoneyWorld): Promise<void> {
  await sound(world);
  const { problems } = await auditReserves(world.services, { deep: true, pauseMs: 50 });
  expect(problems).toEqual([]);
}
