import { Keypair } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import { Chain } from "./chain.ts";
import { pay, SOL, signed } from "./tests.ts";
import { decodeTransaction } from "./vm/decode.ts";

describe("the chain", () => {
  it("runs a message once, even if it comes back with another valid signature", () => {
    const chain = new Chain({ dataDir: null, slotMs: 400, confirmedAfter: 1, finalizedAfter: 8 });
    const payer = Keypair.generate();
    chain.airdrop(payer.publicKey, 10n * SOL);
    const { bytes } = signed(payer, chain.blockhashes.of(chain.clock.slot()), [
      pay(payer, Keypair.generate().publicKey, SOL),
    ]);
    expect(chain.land(decodeTransaction(bytes), { verify: true })).toBeNull();
    // The key holder could produce a second signature; the test skips verification instead.
    const again = decodeTransaction(Uint8Array.from(bytes).fill(7, 1, 65));
    expect(chain.land(again, { verify: false })).toBe("AlreadyProcessed");
  });
});
