import { scanHotWallet, watchRound } from "@bbux/api";
import { ChainError } from "@bbux/chain";
import { PublicKey } from "@solana/web3.js";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { call, ok } from "./support.ts";
import {
  alertKinds,
  finalized,
  type MoneyWorld,
  payer,
  payIn,
  SOL,
  sign,
  startMoney,
  stranger,
  transfer,
  watchAll,
} from "./wallet.support.ts";

// Whatever anyone sends to the platform's addresses, no arrival is missed.

let world: MoneyWorld;
beforeAll(async () => {
  world = await startMoney({ env: { WITHDRAWAL_SECOND_LOOK_SECONDS: "0" } });
});
afterAll(() => world.stop());
afterEach(() => world.heal());

const hot = () => world.services.platformWallet.address;

/** Names an address in a transaction that moves nothing from or to it. @returns its signature, finalized */
async function name(address: string): Promise<string> {
  const from = await payer(world.chain, SOL);
  const memo = {
    programId: new PublicKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr"),
    keys: [],
    data: Buffer.from(address),
  };
  const named = transfer(from, from.publicKey.toBase58(), 1n);
  named.keys.push({ pubkey: new PublicKey(address), isSigner: false, isWritable: false });
  const { bytes, signature } = await sign(world, [from], [memo, named]);
  await world.truth.send(bytes);
  return finalized(world, signature);
}

describe("a transaction that names the hot wallet and that the node can't return", () => {
  it("is waited for, then reported to operators, and no longer hides what came after it", async () => {
    const poison = await name(hot());
    world.instead({
      async transaction(signature) {
        if (signature === poison) throw new ChainError("REFUSED", "Transaction version (1) is not supported");
        return world.truth.transaction(signature);
      },
    });
    const from = await payer(world.chain);
    const { bytes, signature } = await sign(world, [from], [transfer(from, hot(), SOL)]);
    await world.truth.send(bytes);
    await finalized(world, signature);
    expect(await scanHotWallet(world.services)).toBe(false);
    await world.chain.advance(1_600);
    expect(await scanHotWallet(world.services)).toBe(true);
    const { rows } = await sql<{ signature: string }>`
      select signature from suspense_items where signature = ${signature}`.execute(world.t.database.ownerDb);
    expect(rows).toHaveLength(1);
    expect(await alertKinds(world.t)).toEqual(["unclaimed_deposit", "unexplained_balance"]);
  });

  it("is booked by the next look once a node shows it", async () => {
    const from = await payer(world.chain);
    const { bytes, signature } = await sign(world, [from], [transfer(from, hot(), SOL)]);
    world.instead({
      transaction: async (asked) => (asked === signature ? null : world.truth.transaction(asked)),
    });
    await world.truth.send(bytes);
    await finalized(world, signature);
    await world.chain.advance(1_600);
    expect(await scanHotWallet(world.services)).toBe(true);
    const reported = async () => {
      const { rows } = await sql<{ open: boolean; kept: boolean }>`
        select closed_at is null as open, exists (select from suspense_items where signature = ${signature}) as kept
          from alerts where kind = 'unexplained_balance' and subject = ${signature}`.execute(world.t.database.ownerDb);
      return rows;
    };
    await scanHotWallet(world.services);
    expect(await reported()).toEqual([{ open: true, kept: false }]);
    await world.heal();
    await scanHotWallet(world.services);
    expect(await reported()).toEqual([{ open: false, kept: true }]);
  });
});

describe("transactions that name a deposit address without paying it", () => {
  it("are read once, in portions, and a deposit below them is found anyway", async () => {
    const { t, truth } = world;
    const victim = await t.member("victim");
    const address = ok(await call(t, "GET", "/wallet", { as: victim })).platformAddress;
    await payIn(world, address, SOL);
    const noise: string[] = [];
    for (let n = 0; n < 3; n++) noise.push(await name(address));
    const reads: string[] = [];
    const listed = await truth.signaturesOf(address, { limit: 10 });
    // As many as an hour of abuse would produce.
    const many = Array.from({ length: 150 }, (_, n) => ({
      ...listed[0],
      signature: `noise${n}`,
      slot: 1n,
      failed: false,
    }));
    world.instead({
      async signaturesOf(of, page) {
        if (of !== address) return truth.signaturesOf(of, page);
        return page.before === undefined ? [...many, ...listed] : [];
      },
      async transaction(signature) {
        reads.push(signature);
        const idle = {
          signature,
          slot: 1n,
          blockTime: null,
          failed: false,
          fee: 0n,
          recentBlockhash: "",
          memos: [],
          isNonceCreation: false,
          signers: [],
          feePayer: "",
          changes: new Map(),
        };
        return signature.startsWith("noise") ? idle : truth.transaction(signature);
      },
    });
    await watchAll(world);
    expect(reads).toHaveLength(100);
    expect(ok(await call(t, "GET", "/wallet", { as: victim })).bbuxBalance).toBe("0");
    await watchAll(world);
    expect(ok(await call(t, "GET", "/wallet", { as: victim })).bbuxBalance).toBe("1");
    expect(new Set(reads).size).toBe(reads.length);
    expect(reads).toEqual(expect.arrayContaining(noise));
  });

  it("can't hide a deposit behind one that the node refuses to return", async () => {
    const { t, truth } = world;
    const victim = await t.member("poisoned");
    const address = ok(await call(t, "GET", "/wallet", { as: victim })).platformAddress;
    const poison = await name(address);
    await payIn(world, address, SOL);
    world.instead({
      async transaction(signature) {
        if (signature === poison) throw new ChainError("REFUSED", "Transaction version (1) is not supported");
        return truth.transaction(signature);
      },
    });
    await watchAll(world);
    expect(ok(await call(t, "GET", "/wallet", { as: victim })).bbuxBalance).toBe("1");
  });
});

describe("a round over all addresses", () => {
  it("resumes where a call failed instead of starting over", async () => {
    let calls = 0;
    await sql`
      insert into users (username, email, solana_address)
      select 'crowd' || n, 'crowd' || n || '@example.org', ${stranger()}::text || n from generate_series(1, 250) n`.execute(
      world.t.database.ownerDb,
    );
    world.instead({
      async balances(addresses) {
        calls++;
        if (calls % 2 === 1) throw new ChainError("RATE_LIMITED", "HTTP 429");
        return { slot: 0n, lamports: addresses.map(() => 0n) };
      },
    });
    const place = { after: "0" };
    let failures = 0;
    for (let done = false; !done; ) {
      try {
        done = await watchRound(
          world.services,
          async () => undefined,
          async () => true,
          place,
        );
      } catch {
        failures++;
        expect(failures).toBeLessThan(6);
      }
    }
    expect(failures).toBeGreaterThan(1);
    await sql`delete from wallets where user_id in (select id from users where username like 'crowd%')`.execute(
      world.t.database.ownerDb,
    );
  });
});
