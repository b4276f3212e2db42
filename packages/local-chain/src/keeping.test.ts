import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Keypair } from "@solana/web3.js";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startLocalChain } from "./index.ts";
import { startTestChain } from "./testing.ts";
import { base64, connect, funded, pay, rpc, SOL, signed, until } from "./tests.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "bbux-chain-"));
});
afterEach(() => rm(dataDir, { recursive: true }));

describe("what the chain persists", () => {
  it("restores balances, history, processed transactions, blockhashes, and time after a crash", {
    tags: "proof",
  }, async () => {
    const chain = await startTestChain({ dataDir, slotMs: 60_000 });
    const connection = connect(chain);
    const payer = await funded(chain, 5n * SOL);
    await chain.advance(10);
    const to = Keypair.generate().publicKey;
    const { blockhash } = await connection.getLatestBlockhash("processed");
    const first = signed(payer, blockhash, [pay(payer, to, SOL)]);
    await connection.sendRawTransaction(first.bytes, { preflightCommitment: "processed" });
    const seen = async () => ({
      genesis: await connection.getGenesisHash(),
      slot: await connection.getSlot("processed"),
      balances: await connection.getMultipleAccountsInfo([payer.publicKey, to], "processed"),
      finalized: await connection.getBalance(to, "finalized"),
      status: await connection.getSignatureStatus(first.signature),
      lists: await connection.getSignaturesForAddress(payer.publicKey),
    });
    const before = await seen();
    expect(before).toMatchObject({ finalized: 0, status: { value: { confirmationStatus: "processed" } } });
    await chain.restart();
    expect(await seen()).toEqual(before);
    await expect(connection.sendRawTransaction(first.bytes, { preflightCommitment: "processed" })).rejects.toThrow(
      "already been processed",
    );
    const second = signed(payer, blockhash, [pay(payer, to, 2n * SOL)]);
    await connection.sendRawTransaction(second.bytes, { preflightCommitment: "processed" });
    await chain.advance(4);
    await chain.restart();
    expect(await connection.getBalance(to, "finalized")).toBe(3e9);
    expect((await connection.getSignaturesForAddress(to)).map(({ signature }) => signature)).toEqual([
      second.signature,
      first.signature,
    ]);
    expect(await connection.getParsedTransaction(second.signature)).toMatchObject({
      meta: { postBalances: [1_999_990_000, 3e9, 1] },
    });
    await chain.stop();
  });

  it("has every transaction it acknowledged before it was killed", { tags: "proof" }, async () => {
    const chain = await startTestChain({ dataDir, slotMs: 400 });
    const connection = connect(chain);
    const payer = await funded(chain, 1_000n * SOL);
    const { blockhash } = await connection.getLatestBlockhash();
    const to = Keypair.generate().publicKey;
    const all = Array.from({ length: 150 }, (_, index) =>
      signed(payer, blockhash, [pay(payer, to, SOL + BigInt(index))]),
    );
    const answered: string[] = [];
    const sending = Promise.allSettled(
      all.map(async ({ bytes, signature }) => {
        await rpc(chain.url, "sendTransaction", base64(bytes), { encoding: "base64", skipPreflight: true });
        answered.push(signature);
      }),
    );
    await until(async () => answered.length >= 20);
    await chain.restart();
    await sending;
    const { value } = await connection.getSignatureStatuses(answered, { searchTransactionHistory: true });
    expect(answered.length).toBeGreaterThanOrEqual(20);
    expect(value.filter((each) => each === null)).toEqual([]);
    const list = await connection.getSignaturesForAddress(to, {}, "confirmed").catch(() => []);
    const sum = all.reduce(
      (total, { signature }, index) => total + (list.some((each) => each.signature === signature) ? 1e9 + index : 0),
      0,
    );
    await until(async () => (await connection.getBalance(to)) >= sum);
    await chain.stop();
  });

  it("lets time pass while it is stopped, so transactions signed long before have expired", {
    tags: "proof",
  }, async () => {
    const first = await startTestChain({ dataDir, slotMs: 2 });
    const { blockhash, lastValidBlockHeight } = await connect(first).getLatestBlockhash("processed");
    await first.stop();
    await new Promise((resolve) => setTimeout(resolve, 350));
    const second = await startTestChain({ dataDir, slotMs: 2 });
    expect(await connect(second).getBlockHeight("processed")).toBeGreaterThan(lastValidBlockHeight);
    expect((await connect(second).isBlockhashValid(blockhash, { commitment: "processed" })).value).toBe(false);
    await second.stop();
  });

  it("is a different chain in a different directory", async () => {
    const [one, other] = await Promise.all([startTestChain(), startTestChain()]);
    expect(await connect(one).getGenesisHash()).not.toBe(await connect(other).getGenesisHash());
    await Promise.all([one.stop(), other.stop()]);
  });
});

describe("the chain's process", () => {
  it("refuses a directory or port that is in use, with a readable message", { tags: "proof" }, async () => {
    const chain = await startLocalChain({ dataDir, port: 0 });
    const port = Number(new URL(chain.url).port);
    const taken = /^Port \d+ or \d+ is taken.*LOCAL_CHAIN_PORT/;
    await expect(startLocalChain({ dataDir: null, port })).rejects.toThrow(taken);
    await expect(startLocalChain({ dataDir: null, port: port - 1 })).rejects.toThrow(taken);
    await expect(startLocalChain({ dataDir, port: 0 })).rejects.toThrow(
      /^The local chain in .* is in use by another process/,
    );
    await chain.stop();
  });

  it("ends with its parent, even a killed one, and releases its ports and directory", { tags: "proof" }, async () => {
    const script = join(dataDir, "parent.mjs");
    const index = JSON.stringify(join(import.meta.dirname, "index.ts"));
    const options = JSON.stringify({ dataDir: join(dataDir, "chain"), port: 0 });
    await writeFile(
      script,
      `import { startLocalChain } from ${index}; const { url } = await startLocalChain(${options}); process.send(url);`,
    );
    const parent = fork(script, { execArgv: [] });
    const [url] = await once(parent, "message");
    parent.kill("SIGKILL");
    await once(parent, "exit");
    const port = Number(new URL(String(url)).port);
    await until(async () => !(await rpc(String(url), "getHealth").catch(() => false)));
    const next = await startLocalChain({ dataDir: join(dataDir, "chain"), port });
    expect((await rpc(next.url, "getHealth")).result).toBe("ok");
    await next.stop();
  });

  it("isn't restarted after dying repeatedly", { tags: "proof" }, async () => {
    let lost = 0;
    const chain = await startTestChain({ dataDir, onLost: () => lost++ });
    for (const file of ["chain.db", "chain.db-wal"])
      await writeFile(join(dataDir, "chain", file), "no database any more ".repeat(1_000));
    await expect(chain.restart()).rejects.toThrow("given up");
    expect(lost).toBe(1);
    await chain.stop();
  });
});
