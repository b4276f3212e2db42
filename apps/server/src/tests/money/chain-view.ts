import { z } from "zod";

/** A finalized transaction as reported by the chain: its effect on every address it names, in lamports. */
export interface Landed {
  readonly signature: string;
  readonly failed: boolean;
  readonly fee: bigint;
  readonly feePayer: string;
  readonly changes: ReadonlyMap<string, bigint>;
}

/** Lamports. The faucet's balance exceeds a double, but nobody needs it. */
const lamports = z.number().transform((value) => BigInt(Math.trunc(value)));
const listed = z.array(z.object({ signature: z.string() }));
const accounts = z.object({ value: z.array(z.object({ lamports }).nullable()) });
const transaction = z.object({
  transaction: z.object({ message: z.object({ accountKeys: z.array(z.string()) }), signatures: z.array(z.string()) }),
  meta: z.object({
    err: z.unknown(),
    fee: lamports,
    preBalances: z.array(lamports),
    postBalances: z.array(lamports),
    loadedAddresses: z.object({ writable: z.array(z.string()), readonly: z.array(z.string()) }).optional(),
  }),
});
const answers = z.array(z.object({ id: z.number(), result: z.unknown(), error: z.unknown().optional() }));

const PAGE = 1_000;
const BATCH_SIZE = 100;
const FINALIZED = { commitment: "finalized" };

/**
 * The state of the chain, read without any of the platform's code: every finalized transaction of the followed addresses, and
 * their balances. The chain must be free of faults while it is read.
 */
export class ChainView {
  readonly #url: string;
  readonly #fetch: typeof globalThis.fetch;
  readonly #newest = new Map<string, string | undefined>();
  readonly #balances = new Map<string, bigint>();
  readonly transactions = new Map<string, Landed>();

  constructor(url: string, fetch = globalThis.fetch) {
    this.#url = url;
    this.#fetch = fetch;
  }

  follow(addresses: Iterable<string>): void {
    for (const address of addresses) if (!this.#newest.has(address)) this.#newest.set(address, undefined);
  }

  /** An address's balance when it was last read. */
  balance(address: string): bigint {
    return this.#balances.get(address) ?? 0n;
  }

  /** Reads new transactions of the followed addresses, and the balances of these and others. */
  async refresh(others: Iterable<string> = []): Promise<void> {
    await this.#readSignatures([...this.#newest.keys()]);
    await this.#readBalances([...new Set([...this.#newest.keys(), ...others])]);
  }

  async #readSignatures(addresses: readonly string[]): Promise<void> {
    const until = (address: string) => this.#newest.get(address);
    const lists = await this.#call(
      addresses.map((address) => [
        "getSignaturesForAddress",
        [address, { ...FINALIZED, limit: PAGE, ...(until(address) && { until: until(address) }) }],
      ]),
    );
    const unknown = new Set<string>();
    for (const [index, address] of addresses.entries()) {
      const list = listed.parse(lists[index]).map(({ signature }) => signature);
      let page = list;
      while (page.length === PAGE) {
        const asked = {
          ...FINALIZED,
          limit: PAGE,
          before: page.at(-1),
          ...(until(address) && { until: until(address) }),
        };
        const [next] = await this.#call([["getSignaturesForAddress", [address, asked]]]);
        page = listed.parse(next).map(({ signature }) => signature);
        list.push(...page);
      }
      for (const signature of list) if (!this.transactions.has(signature)) unknown.add(signature);
      if (list[0]) this.#newest.set(address, list[0]);
    }
    const config = { ...FINALIZED, encoding: "json", maxSupportedTransactionVersion: 0 };
    const found = await this.#call([...unknown].map((signature) => ["getTransaction", [signature, config]]));
    for (const each of found) this.#keep(transaction.parse(each));
  }

  #keep({ transaction: { message, signatures }, meta }: z.output<typeof transaction>): void {
    const keys = [
      ...message.accountKeys,
      ...(meta.loadedAddresses?.writable ?? []),
      ...(meta.loadedAddresses?.readonly ?? []),
    ];
    const changes = new Map(
      keys.map((key, index) => [key, (meta.postBalances[index] ?? 0n) - (meta.preBalances[index] ?? 0n)]),
    );
    const signature = signatures[0] ?? "";
    const feePayer = message.accountKeys[0] ?? "";
    this.transactions.set(signature, { signature, failed: meta.err !== null, fee: meta.fee, feePayer, changes });
  }

  async #readBalances(addresses: readonly string[]): Promise<void> {
    const chunks = chunked(addresses);
    const config = { ...FINALIZED, encoding: "base64", dataSlice: { offset: 0, length: 0 } };
    const found = await this.#call(chunks.map((chunk) => ["getMultipleAccounts", [chunk, config]]));
    for (const [nth, chunk] of chunks.entries()) {
      const { value } = accounts.parse(found[nth]);
      for (const [index, address] of chunk.entries()) this.#balances.set(address, value[index]?.lamports ?? 0n);
    }
  }

  /** Makes many calls in one batch and returns the responses in order. */
  async #call(calls: readonly (readonly [method: string, params: readonly unknown[]])[]): Promise<unknown[]> {
    const results: unknown[] = [];
    for (const chunk of chunked(calls)) {
      const body = JSON.stringify(chunk.map(([method, params], id) => ({ jsonrpc: "2.0", id, method, params })));
      const response = await this.#fetch(this.#url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
      const read = answers.parse(await response.json());
      for (const { error } of read) if (error !== undefined) throw new Error(JSON.stringify(error));
      results.push(...read.toSorted((a, b) => a.id - b.id).map(({ result }) => result));
    }
    return results;
  }
}

function chunked<T>(list: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / BATCH_SIZE) }, (_, nth) =>
    list.slice(nth * BATCH_SIZE, (nth + 1) * BATCH_SIZE),
  );
}
