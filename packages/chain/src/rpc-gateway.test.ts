import { Keypair } from "@solana/web3.js";
import bs58 from "bs58";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ChainGateway } from "./gateway.ts";
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
const HUGE = 18_446_744_073_709_551_615n;

const at = (value: string, slot = "12") => `{"context":{"slot":${slot},"apiVersion":"2.3"},"value":${value}}`;
const accountOf = (lamports: bigint) =>
  `{"data":["","base64"],"executable":false,"lamports":${lamports},"owner":"11111111111111111111111111111111","rentEpoch":18446744073709551615,"space":0}`;

const unreadable = { name: "ChainError", code: "UNREACHABLE" };

describe("the gateway", () => {
  it("reads exact finalized balances at one slot, 0 if there is no account [M9.02]", async () => {
    node.answers(at(`[${accountOf(HUGE)},null,${accountOf(9007199254740993n)}]`));
    expect(await chain.balances([`${A}`, `${B}`, `${C}`], 11n)).toEqual({
      slot: 12n,
      lamports: [HUGE, 0n, 9007199254740993n],
    });
    expect(node.asked[0]?.body).toMatchObject({
      method: "getMultipleAccounts",
      params: [[A, B, C], { commitment: "finalized", minContextSlot: 11, dataSlice: { offset: 0, length: 0 } }],
    });
  });

  it("rejects balances older than the requested slot even if the node ignored it", async () => {
    node.answers(at("[null]", "10"));
    await expect(chain.balances([`${A}`], 11n)).rejects.toMatchObject({ name: "ChainError", code: "BEHIND" });
  });

  it.each([
    "[]",
    "[null,null]",
    '[{"lamports":-1}]',
    '[{"lamports":1.5}]',
    '[{"lamports":"1"}]',
    "[{}]",
    "[1e20]",
    "null",
  ])("rejects %s as a balance", async (value) => {
    node.answers(at(value));
    await expect(chain.balances([`${A}`])).rejects.toMatchObject(unreadable);
  });

  it("requests no more than a node accepts", async () => {
    await expect(chain.balances(Array(101).fill(A))).rejects.toThrow(RangeError);
    await expect(chain.statuses(Array(257).fill(SIG))).rejects.toThrow(RangeError);
    expect(() => chain.signaturesOf(`${A}`, { limit: 1_001 })).toThrow(RangeError);
    expect(await chain.statuses([])).toEqual([]);
    expect(node.asked).toEqual([]);
  });

  it("reads an account without its data, or null if there is none", async () => {
    node.answers(at(accountOf(7n)));
    expect(await chain.account(`${A}`)).toEqual({
      lamports: 7n,
      owner: "11111111111111111111111111111111",
      executable: false,
    });
    node.answers(at("null"));
    expect(await chain.account(`${A}`)).toBeNull();
  });

  it("reads nonce accounts at one slot, and nothing else as one", async () => {
    const data = Buffer.alloc(80);
    data.writeUInt32LE(1, 0);
    data.writeUInt32LE(1, 4);
    data.set(bs58.decode(`${A}`), 8);
    data.set(bs58.decode(`${B}`), 40);
    const holder = (bytes: Uint8Array, owner = PROGRAMS.system as string) =>
      JSON.stringify({
        data: [Buffer.from(bytes).toString("base64"), "base64"],
        executable: false,
        lamports: 1,
        owner,
      });
    const uninitialized = Buffer.from(data).fill(0, 4, 8);
    const accounts = [holder(data), holder(data, C), holder(data.subarray(1)), holder(uninitialized), "null"];
    node.answers(at(`[${accounts.join(",")}]`));
    expect(await chain.nonces([`${A}`, `${B}`, `${C}`, `${D}`, `${A}`], 11n)).toEqual({
      slot: 12n,
      nonces: [{ authority: A, value: B }, null, null, null, null],
    });
    expect(node.asked[0]?.body.params[1]).toEqual({ commitment: "finalized", encoding: "base64", minContextSlot: 11 });
    node.answers(at(`[${holder(data)}]`, "10"));
    await expect(chain.nonces([`${A}`], 11n)).rejects.toMatchObject({ name: "ChainError", code: "BEHIND" });
  });

  it("reads what priority and rent cost", async () => {
    node.answers('[{"slot":1,"prioritizationFee":0},{"slot":2,"prioritizationFee":18446744073709551615}]');
    expect(await chain.recentPriorityPrices([`${A}`])).toEqual([0n, HUGE]);
    expect(node.asked[0]?.body).toMatchObject({ method: "getRecentPrioritizationFees", params: [[A]] });
    node.answers("1447680");
    expect(await chain.rentExemption(80)).toBe(1_447_680n);
  });

  it("searches the history for statuses and returns them in the requested order, also from old nodes", async () => {
    node.answers(
      at(
        JSON.stringify([
          null,
          { slot: 1, confirmations: null, err: null, confirmationStatus: "finalized" },
          { slot: 2, confirmations: 3, err: "AccountNotFound", confirmationStatus: "confirmed" },
          { slot: 3, confirmations: null, err: null },
          { slot: 4, confirmations: 0, err: null, confirmationStatus: null },
        ]),
      ),
    );
    expect(await chain.statuses([SIG, SIG, SIG, SIG, SIG])).toEqual([
      null,
      { slot: 1n, failed: false, level: "finalized" },
      { slot: 2n, failed: true, level: "confirmed" },
      { slot: 3n, failed: false, level: "finalized" },
      { slot: 4n, failed: false, level: "processed" },
    ]);
    expect(node.asked[0]?.body.params[1]).toEqual({ searchTransactionHistory: true });
  });

  it("rejects statuses from before the slot that was asked for", async () => {
    node.answers(at("[null]"));
    expect(await chain.statuses([SIG], 12n)).toEqual([null]);
    await expect(chain.statuses([SIG], 13n)).rejects.toMatchObject({ name: "ChainError", code: "BEHIND" });
  });

  it.each([
    "[]",
    "[null,null]",
    '[{"slot":1,"confirmations":null,"confirmationStatus":"finalized"}]',
    '[{"slot":1,"err":null,"confirmationStatus":"sure"}]',
  ])("rejects %s as a status", async (value) => {
    node.answers(at(value));
    await expect(chain.statuses([SIG])).rejects.toMatchObject(unreadable);
  });

  it("lists finalized signatures of one page", async () => {
    node.answers(
      `[{"signature":"${SIG}","slot":3,"err":null,"memo":null,"blockTime":1},{"signature":"${OTHER}","slot":2,"err":{"x":1}}]`,
    );
    expect(await chain.signaturesOf(`${A}`, { before: OTHER, until: undefined, limit: 5 })).toEqual([
      { signature: SIG, slot: 3n, failed: false },
      { signature: OTHER, slot: 2n, failed: true },
    ]);
    expect(node.asked[0]?.body.params).toEqual([A, { commitment: "finalized", before: OTHER, limit: 5 }]);
    await chain.signaturesOf(`${A}`, { limit: 5, minSlot: 7n });
    expect(node.asked[1]?.body.params).toEqual([A, { commitment: "finalized", limit: 5, minContextSlot: 7 }]);
  });

  it("returns the error a transaction would end with, as text", async () => {
    node.answers(at('{"err":null,"logs":[]}'));
    expect(await chain.simulate(new Uint8Array(70))).toBeNull();
    node.answers(at('{"err":"BlockhashNotFound"}'));
    expect(await chain.simulate(new Uint8Array(70))).toBe("BlockhashNotFound");
    node.answers(at('{"err":{"InstructionError":[0,{"Custom":18446744073709551615}]}}'));
    expect(await chain.simulate(new Uint8Array(70))).toBe('{"InstructionError":[0,{"Custom":"18446744073709551615"}]}');
    node.answers(at("{}"));
    await expect(chain.simulate(new Uint8Array(70))).rejects.toMatchObject(unreadable);
  });

  it("reads heights, blockhashes, and the genesis hash", async () => {
    node.answers(at(`{"blockhash":"${A}","lastValidBlockHeight":9007199254740993}`));
    expect(await chain.latestBlockhash()).toEqual({ blockhash: A, lastValidBlockHeight: 9007199254740993n });
    expect(node.asked[0]?.body.params).toEqual([{ commitment: "confirmed" }]);
    node.answers('{"absoluteSlot":260,"blockHeight":250,"epoch":1}');
    expect(await chain.finalizedHeight()).toEqual({ slot: 260n, height: 250n });
    expect(node.asked[1]?.body.params).toEqual([{ commitment: "finalized" }]);
    node.answers(`"${A}"`);
    expect(await chain.genesisHash()).toBe(A);
    node.answers(`"not base58 0OIl"`);
    await expect(chain.genesisHash()).rejects.toMatchObject(unreadable);
  });
});
