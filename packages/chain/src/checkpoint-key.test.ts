import { createPublicKey, verify } from "node:crypto";
import { Keypair } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import { createCheckpointKey } from "./checkpoint-key.ts";
import { createPlatformWallet } from "./platform-wallet.ts";

const seed = new Uint8Array(32).map((_, index) => index * 7 + 1);
const wallet = createPlatformWallet(seed);
const text = "bbux-checkpoint-v2\nday 2026-11-21";

function isValid(publicKey: string, message: string, signature: Uint8Array): boolean {
  const jwk = { kty: "OKP", crv: "Ed25519", x: Buffer.from(publicKey, "base64").toString("base64url") };
  return verify(null, Buffer.from(message), createPublicKey({ key: jwk, format: "jwk" }), signature);
}

describe("the checkpoint key", () => {
  it("makes signatures that its public key verifies for that text only [M3.10]", () => {
    const signature = wallet.signCheckpoint(text);
    expect(signature).toHaveLength(64);
    expect(isValid(wallet.checkpointKey(), text, signature)).toBe(true);
    expect(isValid(wallet.checkpointKey(), `${text} `, signature)).toBe(false);
  });

  it("is the same for the same seed, differs for another, and is neither the hot wallet's key nor a member's", () => {
    expect(createCheckpointKey(seed).checkpointKey()).toBe(wallet.checkpointKey());
    expect(createCheckpointKey(new Uint8Array(32).fill(2)).checkpointKey()).not.toBe(wallet.checkpointKey());
    const hot = Keypair.fromSeed(seed).publicKey.toBytes();
    expect(wallet.checkpointKey()).not.toBe(Buffer.from(hot).toString("base64"));
  });

  it.each(["", "bbux-checkpoint-v1\n", " bbux-checkpoint-v2\n", "\u0001\u0000\u0001"])(
    "refuses to sign any other text: %j",
    (other) => {
      expect(() => wallet.signCheckpoint(other)).toThrow(RangeError);
    },
  );
});
