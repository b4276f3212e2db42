import { Keypair } from "@solana/web3.js";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { readJson, writeJson } from "./json.ts";
import { startTestChain, type TestChain } from "./testing.ts";
import { base64, connect, pay, post, SOL, signed } from "./tests.ts";

const FEE = 5_000n;
const RENT = 890_880n;
const PEOPLE = 5;

let chain: TestChain;
beforeAll(async () => {
  chain = await startTestChain({ slotMs: 60_000 });
});
afterAll(() => chain.stop());

/** Applies a transfer to the balances; false if it wouldn't even make it into a block. */
function apply(balances: bigint[], { from, to, lamports }: { from: number; to: number; lamports: bigint }): boolean {
  const rest = (balances[from] ?? 0n) - FEE;
  const isAllowed = (balance: bigint) => balance === 0n || balance >= RENT;
  if (rest < 0n || !isAllowed(rest)) return false;
  balances[from] = rest;
  if (lamports > rest) return true;
  const after = [...balances];
  after[from] = rest - lamports;
  after[to] = (after[to] ?? 0n) + lamports;
  if (isAllowed(after[from] ?? 0n) && isAllowed(after[to] ?? 0n)) balances.splice(0, PEOPLE, ...after);
  return true;
}

const lamports = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n * SOL }),
  fc.constantFrom(0n, 1n, RENT - 1n, RENT, SOL - FEE, SOL - FEE - RENT, SOL - FEE - RENT + 1n, 2n ** 63n),
);
const person = fc.nat(PEOPLE - 1);
const transfers = fc.array(fc.record({ from: person, to: person, lamports }), { minLength: 1, maxLength: 40 });
const answers = z.array(z.object({ result: z.unknown().optional() }));
const shown = z
  .object({ meta: z.object({ preBalances: z.array(z.number()), postBalances: z.array(z.number()), fee: z.number() }) })
  .nullable();

async function batch(calls: { method: string; params: unknown[] }[]): Promise<unknown[]> {
  const results: unknown[] = [];
  for (let start = 0; start < calls.length; start += 50) {
    const body = calls.slice(start, start + 50).map((each, id) => ({ jsonrpc: "2.0", id, ...each }));
    const { text } = await post(chain.url, writeJson(body));
    results.push(...answers.parse(readJson(text)).map(({ result }) => result));
  }
  return results;
}

describe("any sequence of transfers", () => {
  it("matches a model's balances, and each transaction lowers the total by exactly its fee", {
    tags: "proof",
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        transfers,
        fc.array(fc.constantFrom(0n, SOL), { minLength: PEOPLE, maxLength: PEOPLE }),
        async (steps, starts) => {
          const people = starts.map(() => Keypair.generate());
          const at = (index: number) => people[index] ?? Keypair.generate();
          const balances = [...starts];
          await batch(
            starts.flatMap((start, index) =>
              start > 0n ? [{ method: "requestAirdrop", params: [at(index).publicKey.toBase58(), start] }] : [],
            ),
          );
          const { blockhash } = await connect(chain).getLatestBlockhash("processed");
          const seen = new Set<string>();
          const sent = steps.flatMap((step) => {
            const { bytes, signature } = signed(at(step.from), blockhash, [
              pay(at(step.from), at(step.to).publicKey, step.lamports),
            ]);
            // An identical transfer is the same transaction, so it can't land a second time.
            const hasLanded = seen.has(signature) ? false : apply(balances, step);
            if (hasLanded) seen.add(signature);
            return [{ bytes, signature }];
          });
          const options = { encoding: "base64", skipPreflight: true };
          await batch(sent.map(({ bytes }) => ({ method: "sendTransaction", params: [base64(bytes), options] })));
          await chain.advance(4);
          const found = await connect(chain, "finalized").getMultipleAccountsInfo(
            people.map(({ publicKey }) => publicKey),
          );
          expect(found.map((account) => BigInt(account?.lamports ?? 0))).toEqual(balances);
          const results = await batch(sent.map(({ signature }) => ({ method: "getTransaction", params: [signature] })));
          for (const [index, result] of results.entries()) {
            const transaction = shown.parse(result);
            expect(transaction !== null).toBe(seen.has(sent[index]?.signature ?? ""));
            if (!transaction) continue;
            const { preBalances, postBalances, fee } = transaction.meta;
            const sum = (of: number[]) => of.reduce((total, each) => total + BigInt(each), 0n);
            expect([sum(postBalances) - sum(preBalances), fee]).toEqual([-FEE, Number(FEE)]);
          }
        },
      ),
      { numRuns: 25 },
    );
  });
});
