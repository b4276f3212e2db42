import { startTestChain } from "@bbux/local-chain/testing";
import { Connection, Keypair, LAMPORTS_PER_SOL, SystemProgram, TransactionMessage } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import { createTestApp } from "../testing.ts";

describe("the proxy to the Solana node", () => {
  it("reaches the local chain itself: minted SOL, a blockhash, a fee, a status [M7.14 M7.15]", async () => {
    const chain = await startTestChain();
    const t = await createTestApp({ chainUrl: chain.url });
    const anna = await t.member("anna");
    const connection = new Connection(`${await t.listen()}/api/wallet/solana-proxy`, {
      commitment: "finalized",
      httpHeaders: { authorization: anna.headers.authorization },
      disableRetryOnRateLimit: true,
    });
    const owner = Keypair.generate().publicKey;
    const minted = await connection.requestAirdrop(owner, 5 * LAMPORTS_PER_SOL);
    await expect.poll(() => connection.getBalance(owner)).toBe(5 * LAMPORTS_PER_SOL);
    expect((await connection.getSignatureStatuses([minted])).value[0]).toMatchObject({ err: null });
    const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash("confirmed");
    expect((await connection.isBlockhashValid(blockhash, { commitment: "confirmed" })).value).toBe(true);
    expect(await connection.getBlockHeight()).toBeLessThan(lastValidBlockHeight);
    expect(await connection.getMinimumBalanceForRentExemption(0)).toBe(890_880);
    const message = new TransactionMessage({
      payerKey: owner,
      recentBlockhash: blockhash,
      instructions: [SystemProgram.transfer({ fromPubkey: owner, toPubkey: owner, lamports: 1 })],
    });
    expect((await connection.getFeeForMessage(message.compileToLegacyMessage(), "confirmed")).value).toBe(5_000);
    expect((await connection.getFeeForMessage(message.compileToV0Message(), "confirmed")).value).toBe(5_000);
    await t.close();
    await chain.stop();
  });
});
