import { Keypair, PublicKey, SYSVAR_RENT_PUBKEY, SystemProgram } from "@solana/web3.js";
import bs58 from "bs58";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { destinationProblem } from "./destination.ts";
import { WELL_KNOWN } from "./programs.ts";

const wallet = Keypair.fromSeed(new Uint8Array(32).fill(3)).publicKey;
const [derived] = PublicKey.findProgramAddressSync([wallet.toBytes()], SystemProgram.programId);

describe("a withdrawal destination", () => {
  it("can be any wallet [M5.12]", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (seed) => {
        expect(destinationProblem(Keypair.fromSeed(seed).publicKey.toBase58())).toBeNull();
      }),
      { numRuns: 30 },
    );
  });

  it.each([
    ["nothing", ""],
    ["a word", "nobody"],
    ["a character that base58 lacks", `0${wallet.toBase58().slice(1)}`],
    ["a space around it", ` ${wallet.toBase58()}`],
    ["31 bytes", bs58.encode(new Uint8Array(31).fill(9))],
    ["33 bytes", bs58.encode(new Uint8Array(33).fill(9))],
    ["a signature", bs58.encode(new Uint8Array(64).fill(9))],
    ["an Ethereum address", "0x52908400098527886E0F7030069857D2E4169EE7"],
    ["100 000 signs", "1".repeat(100_000)],
  ])("can't be %s [M5.12]", (_, address) => {
    expect(destinationProblem(address)).toBe("This is not a Solana address");
  });

  it("can't be off the curve, where program addresses are [M5.12]", () => {
    expect(destinationProblem(derived.toBase58())).toMatch(/nobody holds a key/);
  });

  it("can't be a known program, sysvar, or incinerator, even one that is on the curve [M5.12]", () => {
    expect(PublicKey.isOnCurve(SystemProgram.programId.toBytes())).toBe(true);
    for (const address of [...WELL_KNOWN, SYSVAR_RENT_PUBKEY.toBase58()]) {
      expect(bs58.decode(address)).toHaveLength(32);
      expect(destinationProblem(address), address).toMatch(/program/);
    }
  });
});
