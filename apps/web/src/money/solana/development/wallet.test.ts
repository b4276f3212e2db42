// @vitest-environment happy-dom
import { ed25519 } from "@noble/curves/ed25519";
import { Message, PublicKey, SystemProgram, TransactionMessage, VersionedTransaction } from "@solana/web3.js";
import { afterEach, describe, expect, it } from "vitest";
import { answerRequest, currentRequest } from "./requests.ts";
import { DevelopmentWallet } from "./wallet.ts";

afterEach(() => {
  for (let asked = currentRequest(); asked; asked = currentRequest()) answerRequest(asked.id, false);
  localStorage.clear();
});

function answer(approved: boolean): void {
  const asked = currentRequest();
  if (asked) answerRequest(asked.id, approved);
}

/** A wallet whose owner has connected it. */
async function connectedWallet() {
  const wallet = new DevelopmentWallet();
  const connecting = wallet.features["standard:connect"].connect();
  answer(true);
  const [account] = (await connecting).accounts;
  if (!account) throw new Error("It did not connect");
  const sign = (message: Uint8Array) => wallet.features["solana:signMessage"].signMessage({ account, message });
  return { wallet, account, sign };
}

const bytes = (text: string) => new TextEncoder().encode(text);

describe("the development wallet, asked to sign a message", () => {
  it("shows its owner the text, and signs the bytes with its key when they approve", async () => {
    const { account, sign } = await connectedWallet();
    expect(account.features).toContain("solana:signMessage");
    const message = bytes("localhost wants you to sign in…");
    const signing = sign(message);
    expect(currentRequest()?.request).toEqual({ kind: "message", text: "localhost wants you to sign in…" });
    answer(true);
    const [output] = await signing;
    expect(output?.signedMessage).toEqual(message);
    expect(output && ed25519.verify(output.signature, message, new Uint8Array(account.publicKey))).toBe(true);
  });

  it("signs what its owner has read, even if the site changes the bytes meanwhile", async () => {
    const { account, sign } = await connectedWallet();
    const message = bytes("read");
    const signing = sign(message);
    message.set(bytes("swap"));
    answer(true);
    const [output] = await signing;
    expect(output?.signedMessage).toEqual(bytes("read"));
    expect(output && ed25519.verify(output.signature, bytes("read"), new Uint8Array(account.publicKey))).toBe(true);
  });

  it("fails when its owner declines", async () => {
    const { sign } = await connectedWallet();
    const signing = sign(bytes("text"));
    answer(false);
    await expect(signing).rejects.toThrow("You declined the request in the development wallet.");
  });

  it("fails once it is disconnected, also while it asks", async () => {
    const { wallet, sign } = await connectedWallet();
    const signing = sign(bytes("text"));
    await wallet.features["standard:disconnect"].disconnect();
    answer(true);
    await expect(signing).rejects.toThrow("not connected");
    await expect(sign(bytes("text"))).rejects.toThrow("not connected");
  });

  it("never asks about bytes that aren't text", async () => {
    const { sign } = await connectedWallet();
    await expect(sign(new Uint8Array([0x61, 0xff]))).rejects.toThrow("isn't text");
    expect(currentRequest()).toBeNull();
  });

  it("never asks about a transaction, nor about the part of one that is signed", async () => {
    const { account, sign } = await connectedWallet();
    const payerKey = new PublicKey(account.address);
    const instructions = [SystemProgram.transfer({ fromPubkey: payerKey, toPubkey: PublicKey.default, lamports: 1n })];
    const recentBlockhash = PublicKey.default.toBase58();
    const plain = new TransactionMessage({ payerKey, recentBlockhash, instructions });
    for (const message of [plain.compileToLegacyMessage(), plain.compileToV0Message()]) {
      await expect(sign(message.serialize())).rejects.toThrow("could be a transaction");
      await expect(sign(new VersionedTransaction(message).serialize())).rejects.toThrow("could be a transaction");
    }
    expect(currentRequest()).toBeNull();
  });

  it("never asks about a transaction whose bytes are text", async () => {
    const { sign } = await connectedWallet();
    const [payer = "", program = ""] = ["a", "b"].map((letter) => new PublicKey(bytes(letter.repeat(32))).toBase58());
    const message = new Message({
      header: { numRequiredSignatures: 1, numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 1 },
      accountKeys: [payer, program],
      recentBlockhash: payer,
      instructions: [{ programIdIndex: 1, accounts: [0], data: "" }],
    });
    const text = new TextDecoder("utf-8", { fatal: true });
    const whole = new VersionedTransaction(message, [bytes("s".repeat(64))]).serialize();
    expect(() => [text.decode(message.serialize()), text.decode(whole)]).not.toThrow();
    await expect(sign(message.serialize())).rejects.toThrow("could be a transaction");
    await expect(sign(whole)).rejects.toThrow("could be a transaction");
    expect(currentRequest()).toBeNull();
  });
});
