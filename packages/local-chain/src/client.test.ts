import {
  AddressLookupTableProgram,
  ComputeBudgetProgram,
  type Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  PublicKey,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
  TransactionInstruction,
} from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestChain, type TestChain } from "./testing.ts";
import { connect, funded, pay, SOL, signed, signedV0, until } from "./tests.ts";

/* The contract: whatever @solana/web3.js does with a node of a real cluster, it can do with this one. */

let chain: TestChain;
let connection: Connection;
beforeAll(async () => {
  chain = await startTestChain();
  connection = connect(chain);
});
afterAll(() => chain.stop());

const blockhash = async () => (await connection.getLatestBlockhash()).blockhash;

describe("the real client", () => {
  it("sends a transfer, is notified by websocket, and reads it back parsed", async () => {
    const from = await funded(chain, 5n * SOL);
    const to = Keypair.generate().publicKey;
    const transaction = new Transaction().add(pay(from, to, 2n * SOL));
    const signature = await sendAndConfirmTransaction(connection, transaction, [from]);
    expect(await connection.getBalance(to)).toBe(2 * LAMPORTS_PER_SOL);
    expect(await connection.getBalance(from.publicKey)).toBe(3 * LAMPORTS_PER_SOL - 5_000);
    const parsed = await connection.getParsedTransaction(signature);
    expect(parsed?.meta).toMatchObject({
      err: null,
      fee: 5_000,
      preBalances: [5e9, 0, 1],
      postBalances: [2_999_995_000, 2e9, 1],
    });
    expect(parsed?.transaction.message.instructions[0]).toMatchObject({
      program: "system",
      parsed: {
        type: "transfer",
        info: { source: from.publicKey.toBase58(), destination: to.toBase58(), lamports: 2e9 },
      },
    });
    expect(Math.abs((parsed?.blockTime ?? 0) - Date.now() / 1_000)).toBeLessThan(5);
    const plain = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
    expect(plain?.version).toBe("legacy");
    expect(plain?.transaction.signatures[0]).toBe(signature);
  });

  it("sees a transaction move from processed to confirmed to finalized as time passes", async () => {
    const from = await funded(chain);
    await chain.pause();
    const { bytes, signature } = signed(from, await blockhash(), [pay(from, Keypair.generate().publicKey, SOL)]);
    await connection.sendRawTransaction(bytes);
    const status = async () => (await connection.getSignatureStatus(signature)).value;
    expect(await status()).toMatchObject({ confirmationStatus: "processed", confirmations: 0, err: null });
    expect(await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 })).toBeNull();
    await chain.advance(1);
    expect(await status()).toMatchObject({ confirmationStatus: "confirmed", confirmations: 1 });
    expect(
      await connection.getTransaction(signature, { commitment: "finalized", maxSupportedTransactionVersion: 0 }),
    ).toBeNull();
    await chain.advance(3);
    expect(await status()).toMatchObject({ confirmationStatus: "finalized", confirmations: null });
    expect(
      await connection.getTransaction(signature, { commitment: "finalized", maxSupportedTransactionVersion: 0 }),
    ).toMatchObject({
      meta: { err: null },
    });
    await chain.resume();
  });

  it("reads balances at the requested commitment", async () => {
    const from = await funded(chain, 4n * SOL);
    const to = Keypair.generate().publicKey;
    await chain.pause();
    const balances = async (level: "processed" | "confirmed" | "finalized") =>
      (await connection.getMultipleAccountsInfo([from.publicKey, to], level)).map(
        (account) => account?.lamports ?? null,
      );
    for (const lamports of [1n * SOL, 2n * SOL]) {
      await connection.sendRawTransaction(signed(from, await blockhash(), [pay(from, to, lamports)]).bytes);
      await chain.advance(1);
    }
    expect(await balances("processed")).toEqual([999_990_000, 3e9]);
    expect(await balances("confirmed")).toEqual([999_990_000, 3e9]);
    expect(await balances("finalized")).toEqual([4e9, null]);
    expect(await connection.getBalance(to, "finalized")).toBe(0);
    await chain.advance(2);
    expect(await balances("finalized")).toEqual([2_999_995_000, 1e9]);
    await chain.advance(1);
    expect(await balances("finalized")).toEqual([999_990_000, 3e9]);
    await chain.resume();
  });

  it("can use a blockhash for 150 blocks and no longer", async () => {
    const from = await funded(chain);
    const to = Keypair.generate().publicKey;
    await chain.pause();
    const { blockhash: hash, lastValidBlockHeight } = await connection.getLatestBlockhash("processed");
    const options = { preflightCommitment: "processed" } as const;
    await chain.advance(150);
    expect(await connection.getBlockHeight("processed")).toBe(lastValidBlockHeight);
    await connection.sendRawTransaction(signed(from, hash, [pay(from, to, SOL)]).bytes, options);
    expect((await connection.isBlockhashValid(hash, { commitment: "processed" })).value).toBe(true);
    await chain.advance(1);
    expect((await connection.isBlockhashValid(hash, { commitment: "processed" })).value).toBe(false);
    const late = signed(from, hash, [pay(from, to, 2n * SOL)]);
    await expect(connection.sendRawTransaction(late.bytes, options)).rejects.toThrow("Blockhash not found");
    await connection.sendRawTransaction(late.bytes, { skipPreflight: true });
    expect((await connection.getSignatureStatus(late.signature)).value).toBeNull();
    expect(await connection.getBalance(to, "processed")).toBe(LAMPORTS_PER_SOL);
    await chain.resume();
  });

  it("can't run a transaction twice, no matter how many come in between", async () => {
    const from = await funded(chain);
    const to = Keypair.generate().publicKey;
    // On a busy machine, the blockhash would expire meanwhile.
    await chain.pause();
    const hash = await blockhash();
    const { bytes } = signed(from, hash, [pay(from, to, SOL)]);
    await connection.sendRawTransaction(bytes);
    const others = Array.from({ length: 40 }, (_, index) =>
      signed(from, hash, [pay(from, to, 1_000_000n + BigInt(index))]),
    );
    for (const other of others) await connection.sendRawTransaction(other.bytes, { skipPreflight: true });
    const before = await connection.getBalance(to, "processed");
    const options = { preflightCommitment: "processed" } as const;
    await expect(connection.sendRawTransaction(bytes, options)).rejects.toThrow(
      "This transaction has already been processed",
    );
    await connection.sendRawTransaction(bytes, { skipPreflight: true });
    expect(await connection.getBalance(to, "processed")).toBe(before);
    await chain.resume();
  });

  it("airdrops the same amount twice as two transactions, both listed for the address", async () => {
    const to = Keypair.generate().publicKey;
    const first = await connection.requestAirdrop(to, LAMPORTS_PER_SOL);
    const second = await connection.requestAirdrop(to, LAMPORTS_PER_SOL);
    expect(second).not.toBe(first);
    await until(async () => (await connection.getBalance(to, "finalized")) === 2 * LAMPORTS_PER_SOL);
    expect((await connection.getSignaturesForAddress(to)).map(({ signature }) => signature)).toEqual([second, first]);
    expect((await connection.getParsedTransaction(first))?.transaction.message.instructions[0]).toMatchObject({
      parsed: { type: "transfer", info: { destination: to.toBase58(), lamports: 1e9 } },
    });
    await expect(connection.requestAirdrop(to, 1_000_001 * LAMPORTS_PER_SOL)).rejects.toThrow("at most 1000000 SOL");
  });

  it("pages through an address's transactions", async () => {
    const from = await funded(chain);
    const hash = await blockhash();
    const to = Keypair.generate().publicKey;
    const sent = Array.from({ length: 7 }, (_, index) =>
      signed(from, hash, [pay(from, to, SOL / 10n + BigInt(index))]),
    );
    for (const { bytes } of sent) await connection.sendRawTransaction(bytes, { skipPreflight: true });
    const newest = sent.map(({ signature }) => signature).reverse();
    const list = async (options: { before?: string; until?: string; limit?: number }) =>
      (await connection.getSignaturesForAddress(to, options)).map(({ signature }) => signature);
    await until(async () => (await list({})).length === 7);
    expect(await list({})).toEqual(newest);
    expect(await list({ limit: 3 })).toEqual(newest.slice(0, 3));
    expect(await list({ limit: 3, before: newest[2] })).toEqual(newest.slice(3, 6));
    expect(await list({ until: newest[3] })).toEqual(newest.slice(0, 3));
    expect(await list({ before: newest[1], until: newest[5] })).toEqual(newest.slice(2, 5));
  });

  it("sends v0 transactions, including ones that use a lookup table", async () => {
    const from = await funded(chain);
    const to = Keypair.generate().publicKey;
    const send = async (
      instructions: TransactionInstruction[],
      tables: Parameters<typeof signedV0>[2]["tables"] = [],
    ) => {
      const { bytes, signature } = signedV0(from, await blockhash(), { instructions, tables });
      await connection.sendRawTransaction(bytes, { preflightCommitment: "confirmed" });
      await until(
        async () => (await connection.getSignatureStatus(signature)).value?.confirmationStatus === "finalized",
      );
      return signature;
    };
    const recentSlot = await connection.getSlot("confirmed");
    const [create, table] = AddressLookupTableProgram.createLookupTable({
      authority: from.publicKey,
      payer: from.publicKey,
      recentSlot,
    });
    const extend = AddressLookupTableProgram.extendLookupTable({
      lookupTable: table,
      authority: from.publicKey,
      payer: from.publicKey,
      addresses: [to],
    });
    await send([create, extend]);
    const { value } = await connection.getAddressLookupTable(table);
    const signature = await send([pay(from, to, SOL)], value ? [value] : []);
    const found = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
    expect(found?.meta?.loadedAddresses?.writable.map(String)).toEqual([to.toBase58()]);
    expect((await connection.getSignaturesForAddress(to)).map((each) => each.signature)).toEqual([signature]);
    const parsed = await connection.getParsedTransaction(signature, { maxSupportedTransactionVersion: 0 });
    expect(
      parsed?.transaction.message.accountKeys.find(({ source }) => source === "lookupTable")?.pubkey.equals(to),
    ).toBe(true);
    await expect(connection.getTransaction(signature)).rejects.toThrow("Transaction version (0) is not supported");
  });

  it("is charged the fee it was quoted, with and without a priority price", async () => {
    const from = await funded(chain);
    const to = Keypair.generate().publicKey;
    const memo = new TransactionInstruction({
      programId: new PublicKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr"),
      keys: [],
      data: Buffer.from("thanks"),
    });
    const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 777 });
    const limit = ComputeBudgetProgram.setComputeUnitLimit({ units: 60_001 });
    for (const extra of [[], [memo], [price], [price, memo], [price, limit, memo]]) {
      const { bytes, signature } = signed(from, await blockhash(), [...extra, pay(from, to, SOL / 10n)]);
      const said = (await connection.getFeeForMessage(Transaction.from(bytes).compileMessage())).value;
      await connection.sendRawTransaction(bytes);
      await until(
        async () => (await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 })) !== null,
      );
      const taken = (await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 }))?.meta?.fee;
      expect(taken).toBe(said);
      const [listed] = await connection.getSignaturesForAddress(from.publicKey, { limit: 1 });
      expect(listed?.memo).toBe(extra.includes(memo) ? "[6] thanks" : null);
    }
  });

  it("pays the fee of a failed transaction and sees the reason", async () => {
    const from = await funded(chain, SOL);
    const to = Keypair.generate().publicKey;
    const { bytes, signature } = signed(from, await blockhash(), [pay(from, to, 5n * SOL)]);
    await expect(connection.sendRawTransaction(bytes)).rejects.toThrow(
      /custom program error: 0x1[\s\S]*insufficient lamports/,
    );
    await connection.sendRawTransaction(bytes, { skipPreflight: true });
    await until(async () => (await connection.getSignatureStatus(signature)).value?.confirmationStatus === "finalized");
    const found = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
    expect(found?.meta).toMatchObject({ err: { InstructionError: [0, { Custom: 1 }] }, fee: 5_000 });
    expect(await connection.getBalance(from.publicKey)).toBe(999_995_000);
  });

  it("can't leave an account below the rent-exempt minimum", async () => {
    const from = await funded(chain, SOL);
    const least = await connection.getMinimumBalanceForRentExemption(0);
    expect(least).toBe(890_880);
    const { bytes } = signed(from, await blockhash(), [pay(from, Keypair.generate().publicKey, BigInt(least - 1))]);
    await expect(connection.sendRawTransaction(bytes)).rejects.toThrow("insufficient funds for rent");
  });

  it("is notified of slots and accounts by websocket", async () => {
    const to = Keypair.generate().publicKey;
    const heard: number[] = [];
    const slots: number[] = [];
    const account = connection.onAccountChange(to, ({ lamports }) => heard.push(lamports), { commitment: "processed" });
    const slot = connection.onSlotChange(({ slot: now }) => slots.push(now));
    await until(async () => slots.length > 0);
    await chain.airdrop(to.toBase58(), SOL);
    await until(async () => heard.length === 1 && slots.length > 1);
    expect(heard).toEqual([LAMPORTS_PER_SOL]);
    await connection.removeAccountChangeListener(account);
    await connection.removeSlotChangeListener(slot);
  });

  it("simulates without changing anything", async () => {
    const from = await funded(chain, SOL);
    const instructions = [pay(from, Keypair.generate().publicKey, SOL / 2n)];
    const { transaction } = signedV0(from, await blockhash(), { instructions });
    const accounts = { encoding: "base64" as const, addresses: [from.publicKey.toBase58()] };
    const { value } = await connection.simulateTransaction(transaction, { sigVerify: true, accounts });
    expect(value).toMatchObject({ err: null, unitsConsumed: 150, accounts: [{ lamports: 499_995_000 }] });
    expect(await connection.getBalance(from.publicKey, "processed")).toBe(LAMPORTS_PER_SOL);
    expect(await connection.getAccountInfo(SystemProgram.programId)).toMatchObject({ executable: true });
  });
});
