import { Keypair } from "@solana/web3.js";
import bs58 from "bs58";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ChainGateway } from "./gateway.ts";
import { createPlatformWallet } from "./platform-wallet.ts";
import { PROGRAMS } from "./programs.ts";
import { createGateway } from "./rpc-gateway.ts";
import { type StandIn, startStandIn } from "./rpc-stand-in.ts";

let node: StandIn;
let chain: ChainGateway;
beforeAll(async () => {
  node = await startStandIn();
  chain = createGateway({ url: node.url, timeoutMs: 60_000 });
});
afterAll(() => node.close());
beforeEach(() => {
  node.asked.length = 0;
});

const [A, B, C, D] = [1, 2, 3, 4].map((n) => Keypair.fromSeed(new Uint8Array(32).fill(n)).publicKey.toBase58());
const SIG = bs58.encode(new Uint8Array(64).fill(5));
const OTHER = bs58.encode(new Uint8Array(64).fill(6));

const messageOf = (accountKeys: unknown[], instructions: unknown[] = []) => ({
  accountKeys,
  recentBlockhash: C,
  header: { numRequiredSignatures: 1 },
  instructions,
});

function transactionOf(meta: object, of: object = {}): string {
  return JSON.stringify({
    slot: 7,
    blockTime: 1_700_000_000,
    version: 0,
    transaction: { signatures: [SIG], message: messageOf([A, B]) },
    meta: { err: null, fee: 5000, preBalances: [10_000, 1], postBalances: [4_000, 1_001], ...meta },
    ...of,
  });
}

const unreadable = { name: "ChainError", code: "UNREACHABLE" };

describe("the gateway", () => {
  it("computes the net change of every account, including those loaded from tables, in order [M4.06]", async () => {
    node.answers(
      transactionOf({
        preBalances: [10_000, 1, 100, 200],
        postBalances: [4_000, 1_001, 50, 250],
        loadedAddresses: { writable: [C], readonly: [D] },
      }),
    );
    const transaction = await chain.transaction(SIG);
    expect(transaction).toEqual({
      signature: SIG,
      slot: 7n,
      blockTime: new Date(1_700_000_000_000),
      failed: false,
      fee: 5_000n,
      feePayer: A,
      signers: [A],
      recentBlockhash: C,
      memos: [],
      isNonceCreation: false,
      changes: new Map([
        [A, -6_000n],
        [B, 1_000n],
        [C, -50n],
        [D, 50n],
      ]),
    });
    expect(node.asked[0]?.body.params).toEqual([
      SIG,
      { commitment: "finalized", encoding: "json", maxSupportedTransactionVersion: 0 },
    ]);
  });

  it("reads the memos of a transaction, also those that aren't text", async () => {
    const accountKeys = [A, PROGRAMS.memo, PROGRAMS.memoV1];
    const memo = (programIdIndex: number, bytes: Uint8Array) => ({
      programIdIndex,
      accounts: [],
      data: bs58.encode(bytes),
    });
    const instructions = [
      memo(1, Buffer.from("bbux:1")),
      memo(0, Buffer.from("no memo")),
      memo(2, Uint8Array.of(0xff)),
    ];
    const transaction = { signatures: [SIG], message: messageOf(accountKeys, instructions) };
    node.answers(transactionOf({ preBalances: [9, 1, 1], postBalances: [4, 1, 1] }, { transaction }));
    expect((await chain.transaction(SIG))?.memos).toEqual(["bbux:1", "\ufffd"]);
  });

  it("distinguishes failed and successful transactions, and reads one without a time", async () => {
    node.answers(transactionOf({ err: { InstructionError: [0, { Custom: 1 }] } }, { blockTime: null }));
    expect(await chain.transaction(SIG)).toMatchObject({ failed: true, blockTime: null });
    node.answers("null");
    expect(await chain.transaction(SIG)).toBeNull();
  });

  it.each([
    [
      "with a different signature",
      transactionOf({}, { transaction: { signatures: [OTHER], message: messageOf([A, B]) } }),
    ],
    ["without its status", transactionOf({ err: undefined })],
    ["with one balance too few", transactionOf({ postBalances: [4_000] })],
    ["with one balance too many", transactionOf({ preBalances: [1, 2, 3], postBalances: [1, 2, 3] })],
    [
      "with loaded accounts but not their balances",
      transactionOf({ loadedAddresses: { writable: [C], readonly: [] } }),
    ],
    [
      "that names one account twice",
      transactionOf({}, { transaction: { signatures: [SIG], message: messageOf([A, A]) } }),
    ],
    ["without its outcome", transactionOf({}, { meta: null })],
    ["in another encoding", transactionOf({}, { transaction: ["AQID", "base64"] })],
  ])("rejects a transaction %s", async (_, answer) => {
    node.answers(answer);
    await expect(chain.transaction(SIG)).rejects.toMatchObject(unreadable);
  });

  it("sends without preflight or retries, and accepts only an answer about that transaction [M4.17]", async () => {
    const wallet = createPlatformWallet(new Uint8Array(32).fill(1));
    const signed = wallet.signPayment({
      to: `${B}`,
      lamports: 1n,
      nonce: { address: `${A}`, value: `${C}` },
      reference: "bbux:1",
      priorityFee: 0n,
    });
    node.answers(`"${signed.signature}"`);
    await chain.send(signed.bytes);
    expect(node.asked[0]?.body).toMatchObject({
      method: "sendTransaction",
      params: [
        Buffer.from(signed.bytes).toString("base64"),
        { encoding: "base64", skipPreflight: true, maxRetries: 0 },
      ],
    });
    node.answers(`"${OTHER}"`);
    await expect(chain.send(signed.bytes)).rejects.toMatchObject(unreadable);
  });
});
