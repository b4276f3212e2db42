import { randomBytes } from "node:crypto";
import { Keypair, PublicKey, TransactionInstruction } from "@solana/web3.js";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { type CallOptions, call, ok, refused, refusesField } from "./support.ts";
import {
  finalized,
  held,
  type MoneyWorld,
  payer,
  type Signed,
  SOL,
  sign,
  sound,
  startMoney,
  stranger,
  transfer,
} from "./wallet.support.ts";

let world: MoneyWorld;
let from: Keypair;
let unnamed = 0;
beforeAll(async () => {
  world = await startMoney();
  from = await payer(world.chain, 10_000n * SOL);
});
afterAll(() => world.stop());
afterEach(() => world.heal());

const fresh = () => world.t.member(`member${unnamed++}`);
const addressOf = ({ id }: TestMember) => world.wallet.addressOf(id);
const relay = (as: TestMember, bytes: Iterable<number>, options: CallOptions & { on?: TestApp } = {}) =>
  call(options.on ?? world.t, "POST", "/wallet/send-transaction", {
    as,
    body: { serializedTransaction: [...bytes] },
    ...options,
  });
const paying = (member: TestMember, lamports = SOL): Promise<Signed> =>
  sign(world, [from], [transfer(from, addressOf(member), lamports)]);
const requests = async ({ id }: TestMember) => {
  const { rows } = await sql<{ status: string; relayed: boolean }>`
    select status, relayed from deposit_requests where user_id = ${id}`.execute(world.t.database.ownerDb);
  return rows;
};

describe("a recent blockhash", () => {
  it("is one that the chain accepts [M7.12]", async () => {
    const anna = await fresh();
    const answer = ok(await call(world.t, "GET", "/wallet/get-blockhash", { as: anna }));
    expect(answer).toEqual({
      success: true,
      blockhash: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/),
      lastValidBlockHeight: expect.any(Number),
    });
    expect(BigInt(answer.lastValidBlockHeight) > (await world.truth.finalizedHeight()).height).toBe(true);
  });

  it.each([
    ["down", { action: "down" }],
    ["busy", { action: "status", status: 429 }],
    ["failing", { action: "error", message: "secret" }],
  ] as const)("returns 503 with an error while the node is %s [M7.12]", async (_, fault) => {
    await world.chain.faults([{ method: "getLatestBlockhash", ...fault }]);
    const answer = await call(world.t, "GET", "/wallet/get-blockhash", { as: await fresh() });
    const { error } = refused(answer, 503, "CHAIN_UNAVAILABLE");
    expect(error).toMatch(/cannot be reached/);
    expect(answer.body).not.toContain("secret");
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  });
});

describe("a relayed transaction", () => {
  it("that pays the caller's address reaches the chain and is tracked [M7.13]", async () => {
    const anna = await fresh();
    const { bytes, signature } = await paying(anna);
    expect(ok(await relay(anna, bytes))).toEqual({ success: true, signature });
    await finalized(world, signature);
    expect(await held(world, addressOf(anna))).toBe(SOL);
    expect(await requests(anna)).toEqual([{ status: "pending", relayed: true }]);
  });

  it("submitted twice, with its key or without, is sent once and gets one response [M7.13 M7.54]", async () => {
    const anna = await fresh();
    const { bytes, signature } = await paying(anna);
    const headers = { "idempotency-key": "relay" };
    for (const options of [{ headers }, { headers }, {}]) {
      expect(ok(await relay(anna, bytes, options))).toEqual({ success: true, signature });
    }
    refused(await relay(anna, (await paying(anna, 2n * SOL)).bytes, { headers }), 409, "IDEMPOTENCY_CONFLICT");
    await finalized(world, signature);
    expect(await held(world, addressOf(anna))).toBe(SOL);
    expect(await requests(anna)).toHaveLength(1);
  });

  it.each<[string, (anna: TestMember) => Promise<Iterable<number>>]>([
    ["pays someone else", async () => (await sign(world, [from], [transfer(from, stranger(), SOL)])).bytes],
    [
      "also pays someone else",
      async (anna) =>
        (await sign(world, [from], [transfer(from, addressOf(anna), SOL), transfer(from, stranger(), SOL)])).bytes,
    ],
    ["pays another member", async () => (await paying(await fresh())).bytes],
    [
      "pays the hot wallet",
      async () => (await sign(world, [from], [transfer(from, world.services.platformWallet.address, SOL)])).bytes,
    ],
    ["pays less than 0.001", async (anna) => (await paying(anna, 999_999n)).bytes],
    ["pays more than 1000", async (anna) => (await paying(anna, 1_000n * SOL + 1n)).bytes],
    ["pays nothing", async () => (await sign(world, [from], [])).bytes],
    [
      "calls another program",
      async (anna) => {
        const programId = new PublicKey("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA");
        const other = new TransactionInstruction({ programId, keys: [], data: Buffer.from([1]) });
        return (await sign(world, [from], [transfer(from, addressOf(anna), SOL), other])).bytes;
      },
    ],
    ["is not signed", async (anna) => (await paying(anna)).bytes.map((byte, at) => (at > 0 && at < 65 ? 0 : byte))],
    ["has a wrong signature", async (anna) => (await paying(anna)).bytes.with(5, 1).with(6, 2)],
    ["is truncated", async (anna) => (await paying(anna)).bytes.slice(0, -1)],
    ["has an extra byte", async (anna) => [...(await paying(anna)).bytes, 0]],
    ["is noise", async () => randomBytes(300)],
    ["is one byte", async () => [0]],
    ["is too large", async () => randomBytes(1_233)],
  ])("that %s is refused with the field named, and never sent [M7.13]", async (_, make) => {
    const anna = await fresh();
    const bytes = await make(anna);
    const sent: number[] = [];
    world.instead({ send: async (given) => void sent.push(given.byteLength) });
    refusesField(await relay(anna, bytes), "serializedTransaction");
    expect([sent, await requests(anna)]).toEqual([[], []]);
  });

  it.each([
    ["nothing", undefined],
    ["an empty list", []],
    ["text", "AQID"],
    ["bytes above 255", [256]],
    ["bytes below 0", [-1]],
    ["fractions", [1.5]],
    ["words", ["1", "2"]],
    ["too deep", [[1]]],
    ["an object", { 0: 1, length: 1 }],
  ])("that is %s is refused with the field named [M7.13]", async (_, serializedTransaction) => {
    const answer = await call(world.t, "POST", "/wallet/send-transaction", {
      as: await fresh(),
      body: { serializedTransaction },
    });
    const { details } = refused(answer, 422, "VALIDATION_ERROR");
    expect(JSON.stringify(details)).toContain('"serializedTransaction');
  });

  it("that the chain would refuse returns 422 with the reason, and is never sent [M7.13 M8.30]", async () => {
    const anna = await fresh();
    const poor = Keypair.generate();
    const { bytes } = await sign(world, [poor], [transfer(poor, addressOf(anna), SOL)]);
    const { details } = refused(await relay(anna, bytes), 422, "TRANSACTION_FAILED");
    expect(details).toEqual({ reason: expect.stringMatching(/AccountNotFound|InsufficientFunds/) });
    const old = await paying(anna);
    await world.chain.advance(400);
    const expired = refused(await relay(anna, old.bytes), 422, "TRANSACTION_FAILED");
    expect(expired.details).toEqual({ reason: "BlockhashNotFound" });
    expect(expired.error).toBe("The payment request is no longer valid. Nothing was paid.");
    expect(await requests(anna)).toEqual([]);
  });

  it("can be submitted 10 times a minute per member, then 429, without affecting others [M7.13]", async () => {
    const limited = await createTestApp({
      database: world.t.database,
      chainUrl: world.chain.url,
      env: { RATE_LIMITS: "on" },
    });
    const [anna, bert] = [await fresh(), await fresh()];
    for (let n = 0; n < 10; n++) refusesField(await relay(anna, [1], { on: limited }), "serializedTransaction");
    const answer = await relay(anna, (await paying(anna)).bytes, { on: limited });
    refused(answer, 429, "RATE_LIMITED");
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    ok(await relay(bert, (await paying(bert)).bytes, { on: limited }));
    await limited.close();
  });

  it("leaves books and chain in agreement", async () => {
    await sound(world);
  });
});
