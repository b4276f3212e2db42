import { createPublicKey, verify } from "node:crypto";
import { Keypair } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import {
  checkpointKeyFor,
  createCheckpointKey,
  firstCheckpointSeed,
  isCheckpointSigned,
  isEndorsed,
  succeed,
} from "./checkpoint-key.ts";
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
    const keyOf = (platformSeed: Uint8Array) => createCheckpointKey(firstCheckpointSeed(platformSeed)).publicKey;
    expect(keyOf(seed)).toBe(wallet.checkpointKey());
    expect(keyOf(new Uint8Array(32).fill(2))).not.toBe(wallet.checkpointKey());
    const hot = Keypair.fromSeed(seed).publicKey.toBytes();
    expect(wallet.checkpointKey()).not.toBe(Buffer.from(hot).toString("base64"));
  });

  it.each([
    "",
    "bbux-checkpoint-v1\nday 2026-11-21",
    "bbux-checkpoint-v2\n",
    " bbux-checkpoint-v2\n",
    "\u0001\u0000\u0001",
  ])("refuses to sign any other text: %j", (other) => {
    expect(() => wallet.signCheckpoint(other)).toThrow(RangeError);
  });
});

describe("a key of checkpoints that took over", () => {
  const first = createCheckpointKey(firstCheckpointSeed(seed));
  const secondSeed = new Uint8Array(32).fill(9);
  const second = succeed(first, createCheckpointKey(secondSeed), { version: 2, from: "2026-11-24" });

  it("signs the checkpoints from its first day on, and the earlier key those before, whenever they're asked for", () => {
    const rotated = createPlatformWallet(seed, () => ({
      checkpoint: [{ ...second, seed: secondSeed }],
      deposit: [],
      hot: [],
      nonce: [],
    }));
    const signerOf = (day: string) => {
      const body = `bbux-checkpoint-v2\nday ${day}\nseq 1`;
      const signature = rotated.signCheckpoint(body);
      return [first.publicKey, second.publicKey].filter((key) => isCheckpointSigned(key, body, signature));
    };
    expect(signerOf("2026-11-23")).toEqual([first.publicKey]);
    expect(signerOf("2026-11-24")).toEqual([second.publicKey]);
    expect(signerOf("2027-01-01")).toEqual([second.publicKey]);
    expect(rotated.checkpointKey()).toBe(first.publicKey);
  });

  it("is endorsed by the one before, and says itself that it took over", () => {
    expect(isEndorsed(second, first.publicKey)).toBe(true);
    const forged = [
      { ...second, from: "2026-11-20" },
      { ...second, version: 3 },
      { ...second, publicKey: first.publicKey },
      { ...second, byPrevious: second.byOwn },
      { ...second, byOwn: second.byPrevious },
      { ...second, byOwn: "" },
    ];
    for (const each of forged) expect(isEndorsed(each, first.publicKey)).toBe(false);
    expect(isEndorsed(second, second.publicKey)).toBe(false);
  });

  it("that has no day, because another took over on the same day, signs nothing", () => {
    const key = (version: number, from: string | null) => ({ version, from });
    const keys = [key(2, "2026-11-24"), key(3, "2026-11-24")];
    expect(checkpointKeyFor([key(1, null), ...keys], "2026-11-24")).toEqual(key(3, "2026-11-24"));
  });

  it("signs the notes of its days, too, without extension lines, and nothing else as a note [M3.10]", () => {
    const rotated = createPlatformWallet(seed, () => ({
      checkpoint: [{ ...second, seed: secondSeed }],
      deposit: [],
      hot: [],
      nonce: [],
    }));
    const note = `bbux.example/log\n7\n${Buffer.alloc(32, 5).toString("base64")}\n`;
    expect(isCheckpointSigned(first.publicKey, note, rotated.signNote(note, "2026-11-23"))).toBe(true);
    expect(isCheckpointSigned(second.publicKey, note, rotated.signNote(note, "2026-11-24"))).toBe(true);
    for (const other of [
      `${note}more\n`,
      `${note}\n`,
      note.slice(0, -1),
      note.replace("\n7", "\n07"),
      note.replace("bbux.", "b "),
      note.replace("=\n", "\n"),
      "bbux-checkpoint-v2\nday 2026-11-21",
    ]) {
      expect(() => wallet.signNote(other, "2026-11-24")).toThrow(RangeError);
    }
    expect(() => wallet.signCheckpoint(note)).toThrow(RangeError);
  });
});
