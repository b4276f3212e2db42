import { setTimeout as sleep } from "node:timers/promises";
import { startTestChain, type TestChain } from "@bbux/local-chain/testing";
import {
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import bs58 from "bs58";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ChainGateway, SignatureStatus } from "./gateway.ts";
import { NONCE_BYTES } from "./nonce-accounts.ts";
import type { PaymentTerms } from "./platform-transactions.ts";
import { createPlatformWallet } from "./platform-wallet.ts";
import { checkRelayed } from "./relay.ts";
import { createGateway } from "./rpc-gateway.ts";

// Tests the gateway, the wallet, and the relay on a real chain: a Solana VM behind JSON-RPC.

const SOL = 1_000_000_000n;
const wallet = createPlatformWallet(new Uint8Array(32).fill(11));
const keypair = (n: number) => Keypair.fromSeed(new Uint8Array(32).fill(n));

let node: TestChain;
let chain: ChainGateway;
beforeAll(async () => {
  node = await startTestChain();
  chain = createGateway({ url: node.url, timeoutMs: 60_000 });
  await node.airdrop(wallet.address, 1_000n * SOL);
});
afterAll(() => node.stop());
beforeEach(() => node.faults([]));

async function finalized(signature: string): Promise<SignatureStatus> {
  for (let tries = 0; tries < 10_000; tries++) {
    const [status] = await chain.statuses([signature]);
    if (status?.level === "finalized") return status;
    await sleep(20);
  }
  throw new Error(`${signature} is not final`);
}

/** Creates a nonce account of the wallet. @returns what a payment with its present value carries */
async function termsAt(position: number, priorityFee = 0n): Promise<PaymentTerms> {
  const address = wallet.nonceAddress(position);
  if (!(await chain.nonces([address])).nonces[0]) {
    const { blockhash } = await chain.latestBlockhash();
    const rent = await chain.rentExemption(NONCE_BYTES);
    const created = wallet.signNonceCreation({ position, rent, blockhash });
    await chain.send(created.bytes);
    await finalized(created.signature);
    expect(await chain.transaction(created.signature)).toMatchObject({ isNonceCreation: true });
  }
  const { nonces } = await chain.nonces([address]);
  return { nonce: { address, value: `${nonces[0]?.value}` }, reference: `test:${position}`, priorityFee };
}

const balanceOf = async (address: string) => (await chain.balances([address])).lamports[0] ?? 0n;
const fresh = (n: number) => keypair(n).publicKey.toBase58();

describe("on a chain", () => {
  it("lands a payment at the cost the wallet quoted and reads it back to the last lamport [M4.14 M9.02]", async () => {
    const to = fresh(21);
    const terms = await termsAt(1, 4_321n);
    const before = await balanceOf(wallet.address);
    const signed = wallet.signPayment({ to, lamports: SOL + 1n, ...terms });
    expect(await chain.simulate(signed.bytes)).toBeNull();
    expect(await balanceOf(to)).toBe(0n);
    await chain.send(signed.bytes);
    const status = await finalized(signed.signature);
    expect(status.failed).toBe(false);
    const found = await chain.transaction(signed.signature);
    expect(found).toMatchObject({
      signature: signed.signature,
      slot: status.slot,
      failed: false,
      fee: signed.networkFee,
      feePayer: wallet.address,
      recentBlockhash: terms.nonce.value,
      memos: [terms.reference],
    });
    expect(signed.networkFee).toBe(9_321n);
    expect(Math.abs((found?.blockTime?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
    expect(found?.changes.get(to)).toBe(SOL + 1n);
    expect(found?.changes.get(wallet.address)).toBe(-SOL - 1n - signed.networkFee);
    expect(await balanceOf(wallet.address)).toBe(before - SOL - 1n - signed.networkFee);
    expect(await chain.signaturesOf(to, { limit: 10 })).toEqual([
      { signature: signed.signature, slot: status.slot, failed: false },
    ]);
  });

  it("pays only once when the same bytes are sent twice [M4.17]", async () => {
    const to = fresh(22);
    const signed = wallet.signPayment({ to, lamports: SOL, ...(await termsAt(1)) });
    await chain.send(signed.bytes);
    await chain.send(signed.bytes).catch(() => undefined);
    await finalized(signed.signature);
    await chain.send(signed.bytes).catch(() => undefined);
    await node.advance(10);
    expect(await balanceOf(to)).toBe(SOL);
  });

  it.each([0, 1])(
    "lands one of two payments and a cancellation with the same nonce, whichever comes first: %s",
    async (first) => {
      const to = fresh(23 + first);
      const terms = await termsAt(1);
      const attempts = [
        wallet.signPayment({ to, lamports: SOL, ...terms }),
        wallet.signCancellation(terms),
        wallet.signPayment({ to, lamports: SOL, ...terms, priorityFee: 1n }),
      ];
      const order = [...attempts.slice(first), ...attempts.slice(0, first)];
      for (const { bytes } of [...order, ...order]) {
        await chain.send(bytes).catch(() => undefined);
        await node.advance(10);
      }
      const statuses = await chain.statuses(order.map(({ signature }) => signature));
      expect(statuses.map((status) => status?.failed ?? null)).toEqual([false, null, null]);
      expect(await balanceOf(to)).toBe(first === 0 ? SOL : 0n);
      expect((await chain.nonces([terms.nonce.address])).nonces[0]?.value).not.toBe(terms.nonce.value);
    },
  );

  it("keeps a payment valid on its nonce after its time's blockhashes have expired", async () => {
    const to = fresh(25);
    const signed = wallet.signPayment({ to, lamports: SOL, ...(await termsAt(1)) });
    await node.advance(1_000);
    await chain.send(signed.bytes);
    await finalized(signed.signature);
    expect(await balanceOf(to)).toBe(SOL);
  });

  it("sweeps a deposit address to the last lamport, with the fee paid by the hot wallet", async () => {
    const deposit = wallet.addressOf("7");
    await node.airdrop(deposit, 3n * SOL + 7n);
    const terms = await termsAt(1);
    const hot = await balanceOf(wallet.address);
    const signed = wallet.signSweep({ userId: "7", lamports: 3n * SOL + 7n, ...terms });
    await chain.send(signed.bytes);
    await finalized(signed.signature);
    expect(await chain.account(deposit)).toBeNull();
    expect(await balanceOf(wallet.address)).toBe(hot + 3n * SOL + 7n - signed.networkFee);
    expect((await chain.transaction(signed.signature))?.fee).toBe(10_000n);
  });

  it("lands every transaction the relay accepts, legacy and v0, and it brings the deposit address the announced amount [M4.06 M7.13]", async () => {
    const payer = keypair(31);
    await node.airdrop(payer.publicKey.toBase58(), 100n * SOL);
    const depositAddress = wallet.addressOf("8");
    for (const version of ["legacy", "v0"]) {
      const { blockhash } = await chain.latestBlockhash();
      const transfer = (lamports: bigint) =>
        SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: new PublicKey(depositAddress), lamports });
      const message = new TransactionMessage({
        payerKey: payer.publicKey,
        recentBlockhash: blockhash,
        instructions: [transfer(SOL), transfer(2n)],
      });
      const transaction = new VersionedTransaction(
        version === "v0" ? message.compileToV0Message() : message.compileToLegacyMessage(),
      );
      transaction.sign([payer]);
      const bytes = transaction.serialize();
      const relayed = checkRelayed(bytes, { depositAddress, min: 1n, max: 10n * SOL });
      await chain.send(bytes);
      expect((await finalized(relayed.signature)).failed).toBe(false);
      const found = await chain.transaction(relayed.signature);
      expect([found?.feePayer, found?.changes.get(depositAddress)]).toEqual([relayed.payer, relayed.lamports]);
    }
  });

  it("reports a transaction that failed on the chain, which moved nothing but the fee [M8.30]", async () => {
    const payer = keypair(32);
    const to = fresh(33);
    await node.airdrop(payer.publicKey.toBase58(), SOL);
    const { blockhash } = await chain.latestBlockhash();
    const transaction = new Transaction({ feePayer: payer.publicKey, blockhash, lastValidBlockHeight: 0 }).add(
      SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: new PublicKey(to), lamports: 5n * SOL }),
    );
    transaction.sign(payer);
    const bytes = transaction.serialize();
    expect(await chain.simulate(bytes)).toMatch(/InstructionError/);
    await chain.send(bytes);
    const signature = bs58.encode(transaction.signature ?? new Uint8Array());
    expect((await finalized(signature)).failed).toBe(true);
    const found = await chain.transaction(signature);
    expect([found?.failed, found?.changes.get(to), found?.changes.get(payer.publicKey.toBase58())]).toEqual([
      true,
      0n,
      -5_000n,
    ]);
  });

  it("reports nothing for signatures and accounts that never existed, and lets old blockhashes expire", async () => {
    const never = bs58.encode(new Uint8Array(64).fill(77));
    expect(await chain.statuses([never])).toEqual([null]);
    expect(await chain.transaction(never)).toBeNull();
    expect(await chain.account(fresh(40))).toBeNull();
    expect(await chain.account(SystemProgram.programId.toBase58())).toMatchObject({ executable: true });
    const { blockhash, lastValidBlockHeight } = await chain.latestBlockhash();
    await node.advance(200);
    expect((await chain.finalizedHeight()).height > lastValidBlockHeight).toBe(true);
    const rent = await chain.rentExemption(NONCE_BYTES);
    const signed = wallet.signNonceCreation({ position: 41, rent, blockhash });
    expect(await chain.simulate(signed.bytes)).toBe("BlockhashNotFound");
    await chain.send(signed.bytes).catch(() => undefined);
    await node.advance(10);
    expect(await chain.statuses([signed.signature])).toEqual([null]);
  });

  it("reads balances at one slot, exact beyond 2^53, and them, statuses and histories no older than requested", async () => {
    const rich = fresh(50);
    for (let nth = 0n; nth < 10n; nth++) await node.airdrop(rich, 999_999n * SOL + nth);
    const { slot } = await chain.balances([rich]);
    const read = await chain.balances([rich, fresh(51), wallet.address], slot);
    expect(read.slot >= slot).toBe(true);
    expect(read.lamports.slice(0, 2)).toEqual([9_999_990n * SOL + 45n, 0n]);
    await expect(chain.balances([rich], slot + 1_000_000n)).rejects.toMatchObject({ code: "BEHIND" });
    const [signature = ""] = (await chain.signaturesOf(rich, { limit: 1, minSlot: slot })).map(
      (each) => each.signature,
    );
    expect(await chain.statuses([signature], slot)).toMatchObject([{ level: "finalized" }]);
    const early = slot + 1_000_000n;
    await expect(chain.signaturesOf(rich, { limit: 1, minSlot: early })).rejects.toMatchObject({ code: "BEHIND" });
    await expect(chain.statuses([signature], early)).rejects.toMatchObject({ code: "BEHIND" });
  });

  it("always returns the same genesis hash, and mints", async () => {
    expect(await chain.genesisHash()).toBe(await chain.genesisHash());
    const to = fresh(60);
    await finalized(await chain.airdrop(to, 5n * SOL));
    expect(await balanceOf(to)).toBe(5n * SOL);
  });

  it("pages through a list of signatures, newest first", async () => {
    const to = fresh(61);
    const sent: string[] = [];
    for (let nth = 1n; nth <= 5n; nth++) sent.unshift(await node.airdrop(to, nth * SOL));
    const names = async (page: { before?: string; until?: string; limit: number }) =>
      (await chain.signaturesOf(to, page)).map(({ signature }) => signature);
    expect(await names({ limit: 2 })).toEqual(sent.slice(0, 2));
    expect(await names({ limit: 2, before: `${sent[1]}` })).toEqual(sent.slice(2, 4));
    expect(await names({ limit: 10, until: `${sent[3]}` })).toEqual(sent.slice(0, 3));
  });

  it.each([
    ["is down", { action: "down" }, "UNREACHABLE"],
    ["is rate limiting", { action: "status", status: 429 }, "RATE_LIMITED"],
    ["fails", { action: "status", status: 503 }, "UNREACHABLE"],
    ["refuses", { action: "error", code: -32602, message: "no" }, "REFUSED"],
    ["returns nonsense", { action: "lie", result: { value: "yes" } }, "UNREACHABLE"],
  ] as const)("maps a node that %s to its error code, without a retry", async (_, fault, code) => {
    await node.faults([{ method: "getEpochInfo", ...fault, times: 1 }]);
    await expect(chain.finalizedHeight()).rejects.toMatchObject({ name: "ChainError", code });
    // The rule applied to one call only, so a retry would have succeeded.
    expect((await chain.finalizedHeight()).height).toBeGreaterThan(0n);
  });

  it("gives up on a node that hangs, without a retry", async () => {
    await node.faults([{ method: "getEpochInfo", action: "hang", ms: 2_000, times: 1 }]);
    const impatient = createGateway({ url: node.url, timeoutMs: 100 });
    await expect(impatient.finalizedHeight()).rejects.toMatchObject({ name: "ChainError", code: "UNREACHABLE" });
    expect((await chain.finalizedHeight()).height).toBeGreaterThan(0n);
  });

  it("may land a transaction although sending it threw, and may drop one although sending succeeded [M4.17]", async () => {
    const silent = wallet.signPayment({ to: fresh(70), lamports: SOL, ...(await termsAt(1)) });
    await node.faults([{ method: "sendTransaction", action: "landSilently", times: 1 }]);
    await expect(chain.send(silent.bytes)).rejects.toMatchObject({ code: "UNREACHABLE" });
    expect((await finalized(silent.signature)).failed).toBe(false);
    const swallowed = wallet.signPayment({ to: fresh(71), lamports: SOL, ...(await termsAt(1)) });
    await node.faults([{ method: "sendTransaction", action: "swallow", times: 1 }]);
    await chain.send(swallowed.bytes);
    await node.advance(10);
    expect(await chain.statuses([swallowed.signature])).toEqual([null]);
  });
});
