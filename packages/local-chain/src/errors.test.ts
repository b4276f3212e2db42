import { Keypair, PublicKey, SystemProgram } from "@solana/web3.js";
import bs58 from "bs58";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestChain, type TestChain } from "./testing.ts";
import { base64, connect, funded, pay, post, rpc, SOL, signed, signedV0, until } from "./tests.ts";

let chain: TestChain;
let payer: Keypair;
beforeAll(async () => {
  chain = await startTestChain();
  payer = await funded(chain, 1_000n * SOL);
});
afterAll(() => chain.stop());

const call = (method: string, ...params: unknown[]) => rpc(chain.url, method, ...params);
const blockhash = async () => (await connect(chain).getLatestBlockhash("finalized")).blockhash;
const send = (bytes: Uint8Array, options: object = {}) =>
  call("sendTransaction", base64(bytes), { encoding: "base64", ...options });
const someone = () => Keypair.generate().publicKey;

describe("error codes match a Solana node's", () => {
  const anybody = someone().toBase58();
  it.each([
    ["an unknown method", -32601, "getNothing", []],
    ["the name of a built-in JavaScript property", -32601, "__proto__", []],
    ["an unknown control method", -32601, "bbux_nothing", []],
    ["no parameters", -32602, "getBalance", []],
    ["an address of 31 bytes", -32602, "getBalance", [bs58.encode(new Uint8Array(31).fill(7))]],
    ["an address that isn't base58", -32602, "getAccountInfo", ["0OIl"]],
    ["an unknown commitment", -32602, "getBalance", [anybody, { commitment: "max" }]],
    ["101 addresses", -32602, "getMultipleAccounts", [Array.from({ length: 101 }, () => anybody)]],
    [
      "257 signatures",
      -32602,
      "getSignatureStatuses",
      [Array.from({ length: 257 }, () => bs58.encode(new Uint8Array(64)))],
    ],
    ["a list of 1,001 entries", -32602, "getSignaturesForAddress", [anybody, { limit: 1_001 }]],
    ["a list of 0 entries", -32602, "getSignaturesForAddress", [anybody, { limit: 0 }]],
    ["a list at commitment processed", -32602, "getSignaturesForAddress", [anybody, { commitment: "processed" }]],
    ["a slot yet to come", -32016, "getBalance", [anybody, { minContextSlot: 1e9 }]],
    ["a slot yet to come, in a list", -32016, "getSignaturesForAddress", [anybody, { minContextSlot: 1e9 }]],
    ["text that isn't a transaction", -32602, "sendTransaction", ["AAAA", { encoding: "base64" }]],
    ["1233 bytes", -32602, "sendTransaction", [Buffer.alloc(1_233).toString("base64"), { encoding: "base64" }]],
  ] as const)("rejects %s", async (_, code, method, params) => {
    const { status, error } = await call(method, ...params);
    expect({ status, code: error?.code }).toEqual({ status: 200, code });
  });

  it("reports why a preflight failed and which signature didn't verify", async () => {
    const poor = Keypair.generate();
    const hash = await blockhash();
    const unknown = await send(signed(poor, hash, [pay(poor, someone(), SOL)]).bytes);
    expect(unknown.error).toMatchObject({ code: -32002, data: { err: "AccountNotFound" } });
    const tooMuch = await send(signed(payer, hash, [pay(payer, someone(), 5_000n * SOL)]).bytes);
    expect(tooMuch.error).toMatchObject({
      code: -32002,
      message: "Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1",
      data: {
        err: { InstructionError: [0, { Custom: 1 }] },
        logs: expect.arrayContaining([expect.stringContaining("insufficient lamports")]),
      },
    });
    const forged = Uint8Array.from(signed(payer, hash, [pay(payer, someone(), SOL)]).bytes);
    forged[9] = (forged[9] ?? 0) ^ 1;
    expect((await send(forged)).error).toMatchObject({
      code: -32003,
      message: "Transaction signature verification failure",
    });
  });

  it("never runs a transaction its payer hasn't signed, with or without preflight", async () => {
    const to = someone();
    const { bytes } = signed(payer, await blockhash(), [pay(payer, to, SOL)]);
    const unsigned = Uint8Array.from(bytes).fill(0, 1, 65);
    expect((await send(unsigned)).error?.code).toBe(-32003);
    expect((await send(unsigned, { skipPreflight: true })).result).toBe(bs58.encode(new Uint8Array(64)));
    expect((await call("getBalance", to.toBase58(), { commitment: "processed" })).result).toMatchObject({ value: 0 });
  });

  it("rejects a transaction whose indexes point at nothing", async () => {
    const { bytes } = signed(payer, await blockhash(), [pay(payer, someone(), SOL)]);
    const programAt = bytes.length - 17;
    for (const index of [0, 3, 255]) {
      const { error } = await send(Uint8Array.from(bytes).fill(index, programAt, programAt + 1));
      expect(error).toMatchObject({ code: -32602, message: expect.stringContaining("sanitize") });
    }
  });

  it("assumes base58 if no encoding is given, as a node does", async () => {
    const { bytes, signature } = signed(payer, await blockhash(), [pay(payer, someone(), SOL)]);
    expect((await call("sendTransaction", bs58.encode(bytes))).result).toBe(signature);
  });

  it("searches only recent slots for a status unless asked to search the history", async () => {
    const signature = await chain.airdrop(someone().toBase58(), SOL);
    await chain.advance(400);
    const status = async (options: object) => (await call("getSignatureStatuses", [signature], options)).result;
    expect(await status({})).toMatchObject({ value: [null] });
    expect(await status({ searchTransactionHistory: true })).toMatchObject({
      value: [{ confirmationStatus: "finalized" }],
    });
  });

  it("returns a version 0 transaction only if the caller says it supports that version", async () => {
    const instructions = [pay(payer, someone(), SOL)];
    const { bytes, signature } = signedV0(payer, await blockhash(), { instructions });
    await send(bytes);
    await chain.advance(10);
    expect((await call("getTransaction", signature)).error?.code).toBe(-32015);
    expect((await call("getTransaction", signature, "json")).error?.code).toBe(-32015);
    const shown = await call("getTransaction", signature, { maxSupportedTransactionVersion: 0, encoding: "base64" });
    expect(shown.result).toMatchObject({ version: 0, transaction: [base64(bytes), "base64"] });
  });
});

describe("HTTP and JSON-RPC match a Solana node's", () => {
  it("answers a batch in order, each call on its own", async () => {
    const batch = [
      { jsonrpc: "2.0", id: "a", method: "getHealth" },
      { jsonrpc: "2.0", id: 2, method: "getNothing" },
      { jsonrpc: "2.0", method: "getHealth" },
      7,
    ];
    expect(JSON.parse((await post(chain.url, JSON.stringify(batch))).text)).toEqual([
      { jsonrpc: "2.0", id: "a", result: "ok" },
      { jsonrpc: "2.0", id: 2, error: { code: -32601, message: "Method not found" } },
      { jsonrpc: "2.0", id: null, error: { code: -32600, message: "Invalid request" } },
    ]);
    expect(JSON.parse((await post(chain.url, "[]")).text)).toMatchObject({ error: { code: -32600 } });
    expect(JSON.parse((await post(chain.url, "{")).text)).toMatchObject({ error: { code: -32700 }, id: null });
  });

  it("rejects other methods, content types, and oversized bodies, and allows any origin", async () => {
    expect((await fetch(chain.url, { method: "PUT" })).status).toBe(405);
    expect((await post(chain.url, "{}", { "content-type": "text/plain" })).status).toBe(415);
    expect((await post(chain.url, "x".repeat(50 * 1_024 + 1))).status).toBe(413);
    const preflight = await fetch(chain.url, { method: "OPTIONS" });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
  });

  it("writes lamports beyond 2^53 exactly", async () => {
    const to = someone().toBase58();
    for (let times = 0; times < 10; times++) await call("requestAirdrop", to, 999_999_999_999_999);
    const { text } = await call("getBalance", to, { commitment: "processed" });
    expect(text).toContain(`"value":${10n * 999_999_999_999_999n}`);
    const account = await call("getAccountInfo", to, { commitment: "processed", encoding: "base64" });
    expect(account.text).toContain('"rentEpoch":18446744073709551615');
  });
});

describe("untrusted bytes", () => {
  it("survives malformed transactions: truncated, padded, or with any byte flipped", async () => {
    const hash = await blockhash();
    const good = [
      signed(payer, hash, [pay(payer, someone(), SOL)]).bytes,
      signedV0(payer, hash, {
        instructions: [
          pay(payer, someone(), SOL),
          SystemProgram.allocate({ accountPubkey: payer.publicKey, space: 9 }),
        ],
      }).bytes,
    ];
    const genesis = (await call("getGenesisHash")).result;
    const wrong = good.flatMap((bytes) => [
      ...Array.from({ length: bytes.length - 64 }, (_, index) => turned(bytes, index + 64, index * 37 + 1)),
      ...Array.from({ length: bytes.length - 64 }, (_, index) => turned(bytes, index + 64, 128)),
      turned(bytes, 0, 3),
      turned(bytes, 0, 128),
      bytes.slice(0, -1),
      bytes.slice(0, 70),
      Buffer.concat([bytes, Buffer.from([0])]),
      Buffer.alloc(1_232, 255),
      Buffer.alloc(1_232, 1),
      Buffer.alloc(0),
    ]);
    for (let start = 0; start < wrong.length; start += 30) {
      const batch = wrong.slice(start, start + 30).flatMap((bytes) => [
        {
          jsonrpc: "2.0",
          id: 1,
          method: "sendTransaction",
          params: [base64(bytes), { encoding: "base64", skipPreflight: true }],
        },
        {
          jsonrpc: "2.0",
          id: 2,
          method: "simulateTransaction",
          params: [base64(bytes), { encoding: "base64", replaceRecentBlockhash: true }],
        },
      ]);
      expect((await post(chain.url, JSON.stringify(batch))).status).toBe(200);
    }
    // An in-memory chain that had died would have come back as a new one.
    expect((await call("getGenesisHash")).result).toBe(genesis);
    expect(await connect(chain).getBalance(payer.publicKey)).toBeGreaterThan(0);
  });

  it("survives transactions that are well-formed but meaningless", async () => {
    const genesis = (await call("getGenesisHash")).result;
    const keys = [
      SystemProgram.programId,
      payer.publicKey,
      new PublicKey("SysvarC1ock11111111111111111111111111111111"),
    ];
    for (const programId of [...keys, someone(), new PublicKey("AddressLookupTab1e1111111111111111111111111")]) {
      for (const data of [[], [2], [2, 0, 0, 0], [9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9]]) {
        const accounts = keys.map((pubkey, index) => ({ pubkey, isSigner: false, isWritable: index > 0 }));
        const instruction = { programId, keys: accounts, data: Buffer.from(data) };
        await send(signed(payer, await blockhash(), [instruction]).bytes, { skipPreflight: true });
      }
    }
    await until(async () => (await call("getHealth")).result === "ok");
    expect((await call("getGenesisHash")).result).toBe(genesis);
  });
});

function turned(bytes: Uint8Array, index: number, by: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[index] = (copy[index] ?? 0) ^ (by & 255 || 1);
  return copy;
}
