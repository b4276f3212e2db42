import { ChainError, type ChainGateway, type ChainTransaction } from "@bbux/chain";
import type { ChainRpc, MoneySettings, Services, Witness } from "../../platform/context/index.ts";
import { closeAlert, raiseAlert } from "./alerts.commands.ts";
import { WrongChainError } from "./same-chain.ts";
import { withTimeout } from "./with-timeout.ts";

/** What asking the second node takes. */
export type AsksWitness = Pick<Services, "db" | "now" | "witness"> & {
  readonly chainRpc: Pick<ChainRpc, "url" | "patienceMs">;
};

/** What it takes to find out whether the witness confirms an arrival. */
export type ArrivalNeeds = AsksWitness & { readonly money: Pick<MoneySettings, "witnessFrom"> };

/** Slots, about a minute, after which a node that doesn't know of something denies it, rather than being late. */
const LATE_SLOTS = 150n;
/** A witness that didn't answer isn't asked again for this long, so that it holds up nothing else. */
const REST_MS = 5_000;
/** Operators are alerted to a witness that is silent or behind for longer than this. */
const PATIENCE_MS = 60_000;
const SUBJECT = "witness";

/** `waiting`: the witness is silent or behind, so nothing is decided yet. */
export type Agreement = "agreed" | "disagreed" | "waiting";

/** What a node makes of a claim. `unknown`: it can't say yet. */
export type Testimony = "agrees" | { readonly says: string } | "unknown";

/** What the first node says, which money is to be credited or given up for. */
export interface Claim {
  /** What it is about; the alert's subject. */
  readonly subject: string;
  /** Completes "… says that …". */
  readonly says: string;
}

/**
 * Asks the witness about what the first node says. Operators are alerted when they disagree, until they agree. Without a witness
 * there is nothing to ask (docs/adr/0021).
 */
export async function askWitness(
  services: AsksWitness,
  { subject, says }: Claim,
  ask: (node: ChainGateway) => Promise<Testimony>,
): Promise<Agreement> {
  const { witness, chainRpc } = services;
  if (!witness) return "agreed";
  const testimony = await heard(services, witness, ask);
  if (testimony === "unknown") return "waiting";
  if (testimony === "agrees") {
    await closeAlert(services, "nodes_disagree", subject);
    return "agreed";
  }
  const detail = `${new URL(chainRpc.url).host} says that ${says}; ${witness.name} says that ${testimony.says}`;
  await raiseAlert(services, { kind: "nodes_disagree", subject, detail });
  return "disagreed";
}

/** When witnesses that didn't answer may be asked again, in milliseconds. */
const resting = new WeakMap<ChainGateway, number>();
const onSameChain = new WeakSet<ChainGateway>();

async function heard(
  services: AsksWitness,
  { chain }: Witness,
  ask: (node: ChainGateway) => Promise<Testimony>,
): Promise<Testimony> {
  if (services.now().getTime() < (resting.get(chain) ?? 0)) return "unknown";
  try {
    await requireOwnChain(services, chain);
    return await withTimeout(ask(chain), services.chainRpc.patienceMs);
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    const isSilent = error.code === "UNREACHABLE" || error.code === "RATE_LIMITED";
    if (isSilent) resting.set(chain, services.now().getTime() + REST_MS);
    return "unknown";
  }
}

/** A witness on another cluster would deny every transaction of ours. Checked once per process. @throws WrongChainError, ChainError */
async function requireOwnChain(services: AsksWitness, chain: ChainGateway): Promise<void> {
  if (onSameChain.has(chain)) return;
  const genesis = await withTimeout(chain.genesisHash(), services.chainRpc.patienceMs);
  const row = await services.db.selectFrom("chain_state").select("genesis_hash").executeTakeFirstOrThrow();
  if (row.genesis_hash !== genesis) {
    const detail = `The books belong to the chain ${row.genesis_hash}; that of SOLANA_WITNESS_URL is ${genesis}`;
    await raiseAlert(services, { kind: "wrong_chain", subject: SUBJECT, detail });
    throw new WrongChainError(detail);
  }
  onSameChain.add(chain);
}

type Shown = Pick<ChainTransaction, "signature" | "slot" | "failed" | "changes">;

/**
 * Compares a finalized transaction that one node has shown, or what was booked of it, with what another one shows.
 * @param address whose net change must be the same
 * @throws ChainError
 */
export async function sameTransaction(node: ChainGateway, shown: Shown, address: string): Promise<Testimony> {
  const found = await node.transaction(shown.signature);
  if (!found) return (await isPast(node, shown.slot)) ? { says: "there is no such transaction" } : "unknown";
  const says = whatItDid(found, address);
  return says === whatItDid(shown, address) ? "agrees" : { says };
}

/**
 * Asks the witness whether a finalized transaction, or what was booked of it, brought an address as much as the first node says.
 * Amounts below `witnessFrom` need no witness.
 */
export async function askAboutArrival(services: ArrivalNeeds, shown: Shown, address: string): Promise<Agreement> {
  if ((shown.changes.get(address) ?? 0n) < services.money.witnessFrom) return "agreed";
  const claim = { subject: arrivalSubject(shown.signature, address), says: whatItDid(shown, address) };
  return askWitness(services, claim, (node) => sameTransaction(node, shown, address));
}

/** The subject of alerts about a transaction that brought an address something. */
export const arrivalSubject = (signature: string, address: string): string => `${signature}:${address}`;

/** Says what a transaction did to an address, as a claim. */
export function whatItDid({ failed, slot, changes, signature }: Shown, address: string): string {
  const change = failed ? "failed" : `changed ${address} by ${changes.get(address) ?? 0n} base units`;
  return `${signature} ${change} at slot ${slot}`;
}

/** Returns whether a node has been past a slot for so long that it would know what happened there. */
async function isPast(node: ChainGateway, slot: bigint): Promise<boolean> {
  return (await node.finalizedHeight()).slot >= slot + LATE_SLOTS;
}

/**
 * Looks whether the witness answers and keeps up, and alerts operators when it hasn't for a minute. Meanwhile deposits and
 * give-ups that need it wait.
 */
export async function checkWitness(services: AsksWitness & Pick<Services, "databaseNow">): Promise<void> {
  const { db, witness } = services;
  const at = await services.databaseNow();
  const problem = witness && (await problemOf(services, witness));
  if (problem === null) {
    await db
      .updateTable("chain_state")
      .set({ witness_seen_at: witness && at })
      .execute();
    await closeAlert(services, "witness_silent", SUBJECT);
    return;
  }
  const { since } = await db
    .updateTable("chain_state")
    .set(({ fn, val }) => ({ witness_seen_at: fn.coalesce("witness_seen_at", val(at)) }))
    .returning("witness_seen_at as since")
    .executeTakeFirstOrThrow();
  if (at.getTime() - (since ?? at).getTime() < PATIENCE_MS) return;
  await raiseAlert(services, { kind: "witness_silent", subject: SUBJECT, detail: problem });
}

/** @returns why it can't be a witness now, or null */
async function problemOf(services: AsksWitness, { chain, name }: Witness): Promise<string | null> {
  try {
    await requireOwnChain(services, chain);
    const { slot } = await withTimeout(chain.finalizedHeight(), services.chainRpc.patienceMs);
    const { hot_slot: ours } = await services.db.selectFrom("chain_state").select("hot_slot").executeTakeFirstOrThrow();
    const behind = BigInt(ours) - slot;
    return behind > LATE_SLOTS ? `${name} is ${behind} slots behind` : null;
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    return error.message;
  }
}
