import { type Failpoint, fundLocalChain, noticeBooks, processPayments, type Services, watchRound } from "@bbux/api";
import { measureReserves } from "@bbux/api/operator";
import { type ChainGateway, createDepositAddresses, type PlatformWallet, type Signer } from "@bbux/chain";
import { deposit, networkFeeReserved, post } from "@bbux/ledger";
import { startTestChain, type TestChain } from "@bbux/local-chain/testing";
import {
  Keypair,
  PublicKey,
  SystemProgram,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import bs58 from "bs58";
import { sql } from "kysely";
import { expect } from "vitest";
import { createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { call, ok } from "./support.ts";
import { booksAreRight } from "./wallet.audit.ts";
import { whatIsOpen } from "./wallet.open.support.ts";

export const SOL = 1_000_000_000n;

const FINALIZED_AFTER = 2;

/** Thrown by an armed failpoint in place of a power failure. */
export class Crash extends Error {}

export interface MoneyWorld {
  readonly t: TestApp;
  readonly services: Services;
  /** The keys, which only the signer has. */
  readonly wallet: PlatformWallet;
  readonly chain: TestChain;
  /** The chain as it really is, whatever {@link instead} changes. */
  readonly truth: ChainGateway;
  /** Replaces calls of the app's gateway until {@link heal}. */
  instead(calls: Partial<ChainGateway>): void;
  /** Throws at this point, once; until {@link drive} returns, the chain is unreachable, as for a dead process. */
  crashAt(point: Failpoint): void;
  revive(): void;
  /** Ends all faults. */
  heal(): Promise<void>;
  /** Signs up a member whose balance is backed by SOL in the hot wallet. */
  rich(name: string, balance: bigint): Promise<TestMember>;
  stop(): Promise<void>;
}

/** The real app on its own chain, with a float of 10 SOL; both can be made to misbehave. */
export async function startMoney(
  options: {
    env?: Record<string, string>;
    cluster?: boolean;
    /** A second node, given the chain's URL. */
    witness?: (url: string) => ChainGateway;
    signer?: (real: Signer) => Signer;
  } = {},
): Promise<MoneyWorld> {
  const chain = await startTestChain({ callsPerSlot: 4, finalizedAfter: FINALIZED_AFTER });
  const overlay: Partial<ChainGateway> = {};
  const real: { gateway?: ChainGateway } = {};
  let armed: Failpoint | null = null;
  let dead = false;
  const t = await createTestApp({
    ...(options.cluster && { cluster: true }),
    ...(options.signer && { signer: options.signer }),
    ...(options.witness && { witness: options.witness(chain.url) }),
    env: { NONCE_POOL: "6", ...options.env },
    chainUrl: chain.url,
    gateway(gateway) {
      real.gateway = gateway;
      const airdrop: ChainGateway["airdrop"] = async (...asked) => {
        const signature = await gateway.airdrop(...asked);
        await chain.advance(FINALIZED_AFTER + 1);
        return signature;
      };
      const get = (target: ChainGateway, key: string) => {
        if (dead) throw new Crash("ended");
        if (key === "airdrop" && !overlay.airdrop) return airdrop;
        return Reflect.get(overlay, key) ?? Reflect.get(target, key);
      };
      return new Proxy(gateway, { get: (target, key) => get(target, String(key)) });
    },
    async failpoint(point) {
      if (point !== armed) return;
      armed = null;
      dead = !/^deposit|uncommitted|held/.test(point);
      throw new Crash(point);
    },
  });
  // So that arriving SOL is credited as in production, and only members' first funds need nothing behind them.
  await sql`
    with wide as (delete from ledger_waivers returning kind, reason)
    insert into ledger_waivers (kind, causes, reason) select kind, causes, reason from wide, unnest(array['demo:', 'test:']) as causes`.execute(
    t.database.ownerDb,
  );
  await fundLocalChain(t.services);
  // Creates the nonce accounts and opens the fence, so that the first payment waits for neither.
  do await work(t);
  while (!(await noticeBooks(t.database.ownerDb)).isOpen);
  if (!real.gateway) throw new Error("The app has no gateway");
  return {
    t,
    services: t.services,
    wallet: t.wallet,
    chain,
    truth: real.gateway,
    instead: (calls) => void Object.assign(overlay, calls),
    crashAt: (point) => {
      armed = point;
    },
    revive() {
      dead = false;
    },
    async heal() {
      armed = null;
      dead = false;
      for (const key of Object.keys(overlay)) Reflect.deleteProperty(overlay, key);
      await chain.faults([]);
      await chain.resume();
    },
    async rich(name, balance) {
      const member = await t.member(name);
      await deposit(t.database.db, { member: member.id, amount: balance, cause: `demo:${name}` });
      await fundLocalChain(t.services);
      return member;
    },
    async stop() {
      await t.close();
      await chain.stop();
    },
  };
}

type Worker = Pick<MoneyWorld, "services"> & Partial<Pick<MoneyWorld, "revive">>;

/** One pass over the payments. @returns how many are open */
export async function drive({ services, revive }: Worker): Promise<number> {
  try {
    return await processPayments(services);
  } finally {
    revive?.();
  }
}

/** Processes payments like a worker until none is open. */
export async function work(worker: Worker, passes = 1_000): Promise<void> {
  for (let pass = 0; pass < passes; pass++) {
    if ((await drive(worker)) === 0) return;
  }
  throw new Error(`Payments don't come to an end: ${await whatIsOpen(worker.services)}`);
}

/** One round of the watcher over every deposit address. */
export async function watchAll({ services }: Pick<MoneyWorld, "services">): Promise<void> {
  await watchRound(
    services,
    async () => undefined,
    async () => true,
  );
}

/** Lets this much time pass, for the platform and the chain, so that earlier blockhashes expire. */
export async function muchLater({ t, chain }: MoneyWorld, milliseconds = 120_000): Promise<void> {
  t.travel(milliseconds);
  await chain.advance(400);
}

/** Asserts what must hold after every fault: the audit of docs/FAULTS.md, and that the chain holds what the books say. */
export async function sound({ t, services }: Pick<MoneyWorld, "t" | "services">): Promise<void> {
  expect(await booksAreRight(t.database.ownerDb)).toEqual([]);
  await expect.poll(async () => (await measureReserves(services)).unexplained, { message: "unexplained" }).toBe("0");
}

/** A member's available balance in base units, according to the wallet. */
export async function balanceOf(t: TestApp, as: TestMember): Promise<string> {
  return ok(await call(t, "GET", "/wallet", { as })).bbuxBalance;
}

/** The kinds of open alerts. */
export async function alertKinds(t: TestApp): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    select kind from alerts where closed_at is null order by kind`.execute(t.database.ownerDb);
  return rows.map(({ kind }) => kind);
}

/** A new key pair with this balance, finalized. */
export async function payer(chain: TestChain, lamports = 100n * SOL): Promise<Keypair> {
  const keypair = Keypair.generate();
  if (lamports > 0n) await chain.airdrop(keypair.publicKey.toBase58(), lamports);
  return keypair;
}

export const stranger = () => Keypair.generate().publicKey.toBase58();

/** The key of a member's deposit address, derived like the platform does in tests. */
export function depositKey({ id }: Pick<TestMember, "id">): Keypair {
  return Keypair.fromSeed(createDepositAddresses(new Uint8Array(32).fill(1)).seedOf(id));
}

export interface Signed {
  readonly bytes: Uint8Array;
  readonly signature: string;
}

export const transfer = (from: Keypair, to: string, lamports: bigint): TransactionInstruction =>
  SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: new PublicKey(to), lamports });

/** A transaction of these instructions, by default on the latest blockhash, signed by all; the first signer pays the fee. */
export async function sign(
  { truth }: Pick<MoneyWorld, "truth">,
  signers: readonly [Keypair, ...Keypair[]],
  instructions: readonly TransactionInstruction[],
  { version = "legacy", blockhash }: { readonly version?: "legacy" | "v0"; readonly blockhash?: string } = {},
): Promise<Signed> {
  const message = new TransactionMessage({
    payerKey: signers[0].publicKey,
    recentBlockhash: blockhash ?? (await truth.latestBlockhash()).blockhash,
    instructions: [...instructions],
  });
  const transaction = new VersionedTransaction(
    version === "v0" ? message.compileToV0Message() : message.compileToLegacyMessage(),
  );
  transaction.sign([...signers]);
  return { bytes: transaction.serialize(), signature: bs58.encode(transaction.signatures[0] ?? new Uint8Array()) };
}

/** Waits until the transaction is final. */
export async function finalized({ truth }: Pick<MoneyWorld, "truth">, signature: string): Promise<string> {
  for (let look = 0; look < 10_000; look++) {
    const [status] = await truth.statuses([signature]);
    if (status?.level === "finalized") return signature;
  }
  throw new Error(`${signature} is not final`);
}

/** Pays an address from outside the platform. @returns the signature, finalized */
export async function payIn(world: MoneyWorld, to: string, lamports: bigint): Promise<string> {
  const from = await payer(world.chain, lamports + SOL);
  const { bytes, signature } = await sign(world, [from], [transfer(from, to, lamports)]);
  await world.truth.send(bytes);
  return finalized(world, signature);
}

/** The finalized balance of an address on the chain. */
export async function held({ truth }: Pick<MoneyWorld, "truth">, address: string): Promise<bigint> {
  return (await truth.balances([address])).lamports[0] ?? 0n;
}

/** Requests a withdrawal. @returns its transactionId */
export async function withdrawal(
  t: TestApp,
  as: TestMember,
  amount: string,
  destinationAddress: string,
): Promise<string> {
  const answer = await call(t, "POST", "/wallet/withdraw", { as, body: { amount, destinationAddress } });
  return ok(answer).transactionId;
}

/** Signs and stores a requested withdrawal like the platform did before it used nonces: on a blockhash. */
export async function signOnBlockhash(world: MoneyWorld, id: string): Promise<Signed> {
  const db = world.t.database.ownerDb;
  const { destination, net_amount } = await db
    .selectFrom("withdrawals")
    .select(["destination", "net_amount"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const { lastValidBlockHeight } = await world.truth.latestBlockhash();
  const hot = Keypair.fromSeed(new Uint8Array(32).fill(1));
  const signed = await sign(world, [hot], [transfer(hot, destination, BigInt(net_amount))]);
  await db.transaction().execute(async (trx) => {
    const at = world.services.now();
    await sql`
      insert into payment_attempts
        (withdrawal_id, signature, bytes, network_fee, lamports, last_valid_block_height, created_at, updated_at)
      values (${id}, ${signed.signature}, ${Buffer.from(signed.bytes)}, 5000, ${net_amount},
              ${lastValidBlockHeight.toString()}, ${at}, ${at})`.execute(trx);
    await post(trx, networkFeeReserved({ hold: id, networkFee: 5_000n, cause: signed.signature, refs: {} }));
    await sql`update withdrawals set state = 'SIGNED' where id = ${id}`.execute(trx);
  });
  return signed;
}

/** The withdrawal's state and its attempts' states, oldest first. */
export async function stateOf(t: TestApp, id: string): Promise<{ state: string; attempts: string[] }> {
  const { rows } = await sql<{ state: string; attempts: string[] }>`
    select w.state, coalesce((select jsonb_agg(p.state order by p.id) from payment_attempts p where p.withdrawal_id = w.id),
        '[]') as attempts from withdrawals w where w.id = ${id}`.execute(t.database.ownerDb);
  const [row] = rows;
  if (!row) throw new Error(`There is no withdrawal ${id}`);
  return row;
}
