import {
  ComputeBudgetProgram,
  Keypair,
  NONCE_ACCOUNT_LENGTH,
  PublicKey,
  SystemProgram,
  type TransactionInstruction,
} from "@solana/web3.js";
import { beforeEach, describe, expect, it } from "vitest";
import { Chain } from "./chain.ts";
import { pay, SOL, signed } from "./tests.ts";
import { decodeTransaction } from "./vm/decode.ts";
import { readNonce } from "./vm/nonce.ts";

let chain: Chain;
let payer: Keypair;
let nonce: PublicKey;

const land = (blockhash: string, instructions: readonly TransactionInstruction[], how: { fail?: boolean } = {}) =>
  chain.land(decodeTransaction(signed(payer, blockhash, instructions).bytes), { verify: true, ...how });
const recent = () => chain.blockhashes.of(chain.clock.slot());
const valueNow = () => readNonce(chain.account(nonce, "processed"))?.value ?? "";
const advance = (authority = payer) =>
  SystemProgram.nonceAdvance({ noncePubkey: nonce, authorizedPubkey: authority.publicKey });
const balance = (of: PublicKey) => chain.account(of, "processed")?.lamports ?? 0n;

beforeEach(async () => {
  chain = new Chain({ dataDir: null, slotMs: 400, confirmedAfter: 1, finalizedAfter: 8 });
  payer = Keypair.generate();
  chain.airdrop(payer.publicKey, 10n * SOL);
  nonce = await PublicKey.createWithSeed(payer.publicKey, "nonce", SystemProgram.programId);
  const created = land(
    recent(),
    SystemProgram.createNonceAccount({
      fromPubkey: payer.publicKey,
      basePubkey: payer.publicKey,
      seed: "nonce",
      noncePubkey: nonce,
      authorizedPubkey: payer.publicKey,
      lamports: Number(chain.vm.rentExemption(NONCE_ACCOUNT_LENGTH)),
    }).instructions,
  );
  expect(created).toBeNull();
  chain.clock.advance(1);
});

describe("durable nonces on the local chain", () => {
  it("keep a transaction valid after every blockhash of its time has expired", () => {
    const to = Keypair.generate().publicKey;
    const value = valueNow();
    chain.clock.advance(1_000);
    expect(land(value, [advance(), pay(payer, to, SOL)])).toBeNull();
    expect(balance(to)).toBe(SOL);
    expect(valueNow()).not.toBe(value);
  });

  it.each([
    ["first before second", [0, 1]],
    ["second before first", [1, 0]],
    ["first, second, first", [0, 1, 0]],
    ["second, first, second", [1, 0, 1]],
  ])("let one of two transactions with the same value land: %s", (_title, order) => {
    const to = Keypair.generate().publicKey;
    const value = valueNow();
    const attempts = [1, 2].map((price) => [
      advance(),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: price }),
      pay(payer, to, SOL),
    ]);
    const outcomes = order.map((index) => {
      chain.clock.advance(1);
      return land(value, attempts[index] ?? []);
    });
    expect(outcomes[0]).toBeNull();
    expect(new Set(outcomes.slice(1))).toEqual(new Set(["BlockhashNotFound"]));
    expect(balance(to)).toBe(SOL);
  });

  it("are used up by a transaction that fails, which costs its fee", () => {
    const to = Keypair.generate().publicKey;
    const value = valueNow();
    const before = balance(payer.publicKey);
    expect(land(value, [advance(), pay(payer, to, 1_000n * SOL)])).toBeNull();
    expect(balance(payer.publicKey)).toBe(before - 5_000n);
    expect(valueNow()).not.toBe(value);
    chain.clock.advance(1);
    expect(land(value, [advance(), pay(payer, to, SOL)])).toBe("BlockhashNotFound");
  });

  it("are used up by a transaction that is made to fail", () => {
    const value = valueNow();
    expect(land(value, [advance(), pay(payer, Keypair.generate().publicKey, SOL)], { fail: true })).toBeNull();
    expect(valueNow()).not.toBe(value);
  });

  it("are good from the slot after the one they were set in, and get another value in each", () => {
    const first = valueNow();
    expect(land(first, [advance()])).toBeNull();
    const second = valueNow();
    expect(land(second, [advance()])).toBe("BlockhashNotFound");
    chain.clock.advance(1);
    expect(land(second, [advance()])).toBeNull();
    expect(new Set([first, second, valueNow()]).size).toBe(3);
  });

  it("obey only their authority, in the first instruction, and only with their own value", () => {
    const value = valueNow();
    const stranger = Keypair.generate();
    chain.airdrop(stranger.publicKey, SOL);
    const { bytes } = signed(stranger, value, [advance(stranger)]);
    expect(chain.land(decodeTransaction(bytes), { verify: true })).toBe("BlockhashNotFound");
    expect(land(value, [pay(payer, stranger.publicKey, 1n), advance()])).toBe("BlockhashNotFound");
    expect(land(Keypair.generate().publicKey.toBase58(), [advance()])).toBe("BlockhashNotFound");
    expect(valueNow()).toBe(value);
  });

  it("can't be created twice at the same address", () => {
    const again = SystemProgram.createNonceAccount({
      fromPubkey: payer.publicKey,
      basePubkey: payer.publicKey,
      seed: "nonce",
      noncePubkey: nonce,
      authorizedPubkey: payer.publicKey,
      lamports: Number(chain.vm.rentExemption(NONCE_ACCOUNT_LENGTH)),
    }).instructions;
    const [value, lamports] = [valueNow(), balance(nonce)];
    expect(land(recent(), again)).toBeNull();
    expect([valueNow(), balance(nonce)]).toEqual([value, lamports]);
  });
});
