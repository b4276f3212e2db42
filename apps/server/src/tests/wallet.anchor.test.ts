import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { makeCheckpoint, processPayments, scanHotWallet } from "@bbux/api";
import { stopWithdrawals } from "@bbux/api/operator";
import { verifyAnchor } from "@bbux/client/verify";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { anchors, landedAnchors, latestNote, nextCheckpoint } from "./wallet.anchor.support.ts";
import { agree } from "./wallet.cold.support.ts";
import { isOpen, reopen, restore } from "./wallet.fence.support.ts";
import { alertKinds, drive, type MoneyWorld, SOL, startMoney, stranger, withdrawal, work } from "./wallet.support.ts";

// The root of each checkpoint's note is written to the chain (docs/adr/0029).

const COMMAND = fileURLToPath(new URL("../../../../packages/client/src/bin/verify.ts", import.meta.url));
let world: MoneyWorld;
beforeAll(async () => {
  world = await startMoney();
  await reopen(world);
});
afterAll(() => world.stop());

beforeEach(() => nextCheckpoint(world));
afterEach(() => world.heal());

const latest = () => latestNote(world);
const landed = () => landedAnchors(world);
const states = async () => (await anchors(world)).map(({ state }) => state);
const floatOf = async () => {
  const { rows } = await sql<{ balance: string }>`
    select sum(e.amount)::text as balance from ledger_entries e join ledger_accounts a on a.id = e.account_id
     where a.kind = 'equity'`.execute(world.t.database.ownerDb);
  return BigInt(rows[0]?.balance ?? 0);
};

describe("the root of a checkpoint", () => {
  it("is written to the chain once, for a fee that the float pays, and the API says where", async () => {
    const before = await floatOf();
    await work(world);
    await work(world);
    const [anchor, ...more] = await landed();
    expect([more, await states()]).toEqual([[], ["CANCELED"]]);
    expect((await latest()).anchor).toEqual({ signature: anchor?.signature, at: expect.any(String) });
    expect(before - (await floatOf())).toBe(anchor?.fee);
    // It moved nothing but its fee.
    expect([...(anchor?.changes ?? [])].filter(([, change]) => change !== 0n)).toEqual([
      [world.wallet.address, -(anchor?.fee ?? 0n)],
    ]);
    await scanHotWallet(world.services, "start");
    expect(await alertKinds(world.t)).toEqual([]);
    await agree(world);
    await nextCheckpoint(world);
    expect((await latest()).anchor).toBe(null);
    await work(world);
    expect(await landed()).toHaveLength(1);
  });

  it.each(["anchor.signed", "anchor.stored"] as const)("is written once when the process dies at %s", async (point) => {
    world.crashAt(point);
    await expect(drive(world)).rejects.toThrow();
    expect(await states()).toEqual(point === "anchor.signed" ? [] : ["SIGNED"]);
    await world.heal();
    await work(world);
    expect([(await landed()).length, await states()]).toEqual([1, ["CANCELED"]]);
    await agree(world);
  });

  it("is written once by many workers at a time", async () => {
    await Promise.all(Array.from({ length: 6 }, () => processPayments(world.services).catch(() => 0)));
    await work(world);
    expect([(await landed()).length, await states()]).toEqual([1, ["CANCELED"]]);
    await agree(world);
  });

  it("is sent again when it was lost, and at a higher fee if that takes long", async () => {
    let fee = 0n;
    world.instead({ send: async () => undefined, recentPriorityPrices: async () => [fee] });
    await drive(world);
    await drive(world);
    expect(await states()).toEqual(["SENT"]);
    fee = 9_000_000n;
    world.t.travel(61_000);
    await drive(world);
    expect(await states()).toEqual(["REPLACED", "SENT"]);
    await world.heal();
    world.t.travel(3_000);
    await work(world);
    expect([(await landed()).length, await states()]).toEqual([1, ["EXPIRED", "CANCELED"]]);
    expect((await latest()).anchor?.signature).toBe((await landed())[0]?.signature);
    await agree(world);
  });

  it("doesn't take a nonce from payments, and they don't take its nonce", async () => {
    const anna = await world.rich("anna", 20n * SOL);
    for (let n = 0; n < 6; n++) await withdrawal(world.t, anna, "1", stranger());
    world.instead({ send: async () => undefined });
    await drive(world);
    // All six are held.
    expect(await states()).toEqual([]);
    await world.heal();
    world.t.travel(3_000);
    await work(world);
    await work(world);
    expect(await states()).toEqual(["CANCELED"]);
    await nextCheckpoint(world);
    world.instead({ send: async () => undefined });
    await drive(world);
    expect(await states()).toEqual(["SENT"]);
    for (let n = 0; n < 6; n++) await withdrawal(world.t, anna, "1", stranger());
    await drive(world);
    const { rows } = await sql`select from payment_nonces where value is not null`.execute(world.t.database.ownerDb);
    expect(rows).toHaveLength(5);
    await world.heal();
    world.t.travel(3_000);
    await work(world);
    expect((await landed()).length).toBe(1);
    await agree(world);
  });

  it("isn't signed while payments are stopped or the fence is closed", async () => {
    await stopWithdrawals(world.services, "a test");
    await drive(world);
    expect(await states()).toEqual([]);
    await sql`update chain_state set withdrawals_stopped_at = null, withdrawals_stopped_because = null`.execute(
      world.t.database.ownerDb,
    );
    await restore(world);
    // All nonces are renewed then, and not all addresses have been read.
    await work(world);
    expect([await isOpen(world), await states()]).toEqual([false, []]);
    await reopen(world);
    await work(world);
    expect(await states()).toEqual(["CANCELED"]);
    await agree(world);
  });
});

it("isn't written if the operator doesn't want it", async () => {
  const quiet = await startMoney({ env: { LOG_ANCHOR: "off" } });
  await reopen(quiet);
  await makeCheckpoint(quiet.services);
  await work(quiet);
  const { rows } = await sql`select from checkpoint_anchors`.execute(quiet.t.database.ownerDb);
  expect(rows).toEqual([]);
  await quiet.stop();
});

describe("a verifier with a node", () => {
  const ask = async (request: object): Promise<unknown> => {
    const headers = { "content-type": "application/json" };
    return (await fetch(world.chain.url, { method: "POST", headers, body: JSON.stringify(request) })).json();
  };

  it("finds the root that it computed in the memo on the chain, and nothing else passes for it", async () => {
    const signed = await anchored();
    const check = (note: { size: number; root: string }, wallet?: string, node = ask) =>
      verifyAnchor(node, signed.signature, note, wallet);
    expect(await check(signed, world.wallet.address)).toEqual({
      problem: null,
      wallet: world.wallet.address,
      at: expect.stringMatching(/^\d{4}-/),
    });
    const other = Buffer.alloc(32, 9).toString("base64");
    expect((await check({ ...signed, root: other })).problem).toContain("its memo isn't the root");
    expect((await check({ ...signed, size: signed.size + 1 })).problem).toContain("its memo isn't the root");
    expect((await check(signed, stranger())).problem).toContain("it was signed by");
    expect((await verifyAnchor(ask, stranger() + stranger(), signed)).problem).toContain("doesn't know");
    const changed = (change: (answer: { result: Record<string, Record<string, unknown>> }) => void) =>
      check(signed, undefined, async (request) => {
        const answer = (await ask(request)) as { result: Record<string, Record<string, unknown>> };
        change(answer);
        return answer;
      });
    expect((await changed(({ result }) => Object.assign(result.meta ?? {}, { err: {} }))).problem).toContain("failed");
    const another = await changed(({ result }) => Object.assign(result.transaction ?? {}, { signatures: ["x"] }));
    expect(another.problem).toContain("another transaction");
    const silent = await check(signed, undefined, () => Promise.reject(new Error("away")));
    expect(silent.problem).toBe("the node doesn't answer: away");
  });

  it("is `bbux-verify --rpc`, which says it in words", { timeout: 60_000 }, async () => {
    const origin = await world.t.listen();
    const verify = (...args: string[]): Promise<{ code: unknown; out: string }> =>
      new Promise((resolve) => {
        const all = [COMMAND, origin, "--rpc", world.chain.url, ...args];
        execFile(process.execPath, all, (error, out) => resolve({ code: error?.code ?? 0, out }));
      });
    const right = await verify("--wallet", world.wallet.address);
    expect(right).toMatchObject({ code: 0 });
    expect(right.out).toMatch(
      /Written to Solana on \d{4}-\d\d-\d\d at \d\d:\d\d UTC by \w+, in \w+: the same root as this log's\./,
    );
    const wrong = await verify("--wallet", stranger());
    expect(wrong).toMatchObject({ code: 1, out: expect.stringContaining("The log's root isn't on Solana in") });
  });

  async function anchored() {
    const { rows } = await sql<{ signature: string; size: number; root: string }>`
      select a.signature, n.size::int, split_part(n.body, E'\\n', 3) as root from checkpoint_anchors a
        join payment_attempts p on p.signature = a.signature join checkpoint_notes n on n.day = a.day
       where p.state = 'CANCELED' order by p.id desc limit 1`.execute(world.t.database.ownerDb);
    const [row] = rows;
    if (!row) throw new Error("There is no anchor");
    return row;
  }
});
