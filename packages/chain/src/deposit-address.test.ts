import { Keypair } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import { createDepositAddresses } from "./deposit-address.ts";

const addresses = createDepositAddresses(new Uint8Array(32).fill(7));

describe("deposit addresses", () => {
  it("match the public key that Solana's own library derives from the same seed", () => {
    for (const id of ["1001", "1002", "99999999"]) {
      expect(addresses.addressOf(id)).toBe(Keypair.fromSeed(addresses.seedOf(id)).publicKey.toBase58());
    }
  });

  it("differ by member and by platform, and never change", () => {
    const other = createDepositAddresses(new Uint8Array(32).fill(8));
    expect(addresses.addressOf("1001")).toBe(addresses.addressOf("1001"));
    expect(new Set([addresses.addressOf("1"), addresses.addressOf("2"), other.addressOf("1")]).size).toBe(3);
  });

  it("aren't derived from a seed too short to be secret", () => {
    expect(() => createDepositAddresses(new Uint8Array(16))).toThrow(/32 bytes/);
  });
});
