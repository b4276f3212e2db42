import { Keypair } from "@solana/web3.js";
import { afterAll, expect, it } from "vitest";
import { TestCluster } from "./nodes.ts";

const SOL = 1_000_000_000n;
const cluster = new TestCluster();
afterAll(() => cluster.close());

const node = cluster.node();
const ask = async (method: string, ...params: unknown[]): Promise<unknown> => {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const { result } = (await (await node.fetch("", { method: "POST", body })).json()) as { result: unknown };
  return result;
};
/** What a node says about an address, and how far it is. */
const seen = async (address: string) => [
  await ask("getBalance", address),
  await ask("getSignaturesForAddress", address),
  await ask("getTransactionCount"),
  await ask("getSlot"),
];

it("a cluster goes back to its mark as often as asked: balances, histories and slots are as they were", async () => {
  const [before, after] = [Keypair.generate(), Keypair.generate()].map(({ publicKey }) => publicKey.toBase58());
  if (!before || !after) throw new Error("two addresses");
  cluster.airdrop(before, SOL);
  const rewind = cluster.mark();
  rewind();
  const [atMark, unused] = [await seen(before), await seen(after)];
  for (let times = 0; times < 2; times++) {
    cluster.airdrop(before, SOL);
    cluster.airdrop(after, 2n * SOL);
    cluster.advance(2_000);
    expect(await ask("getBalance", after)).toMatchObject({ value: 2 * Number(SOL) });
    expect(await seen(before)).not.toEqual(atMark);
    rewind();
    expect(await seen(before)).toEqual(atMark);
    expect(await seen(after)).toEqual(unused);
  }
});
