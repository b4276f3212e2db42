import { sealLog } from "@bbux/api";
import { verifyLog } from "@bbux/client/verify";
import { UNIT } from "@bbux/contract";
import { deposit, post, stakeAdded } from "@bbux/ledger";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call, ok, refusesField } from "./support.ts";
import { type Books, startBooks } from "./transparency.support.ts";

let books: Books;
beforeAll(async () => {
  books = await startBooks();
  for (let day = 0; day < 3; day++) {
    await books.live();
    await books.nextDay();
  }
});
afterAll(() => books.t.close());

const get = async (path: string) => ok(await call(books.t, "GET", path));
const anyHash = expect.stringMatching(/^[0-9a-f]{64}$/);

describe("GET /api/transparency", () => {
  it("returns the chain's end, the ledger's totals, the wallet's address, and its balance to visitors [M3.10]", async () => {
    const answer = await get("/transparency");
    expect(answer.head).toEqual({ seq: 27, hash: anyHash });
    expect(answer.unsealed).toBe(0);
    const { address } = books.t.services.platformWallet;
    expect(answer.platformWallet).toEqual({ address, balance: answer.reserves.onChain.hotWallet.sol });
    expect(answer.publicKey).toBe(books.t.services.platformWallet.checkpointKey());
    expect(answer.checkpoints).toHaveLength(3);
    expect(answer.totals).toEqual(Object.fromEntries(Object.entries(answer.checkpoints[0].totals)));
    const sum = Object.values(answer.totals).reduce((total: number, amount) => total + Number(amount), 0);
    expect(Math.abs(sum)).toBeLessThan(1e-6);
  });

  it("counts unsealed lines, and seals them [M3.09]", async () => {
    await post(books.t.database.db, stakeAdded({ cause: "waits", member: "1001", amount: 1n }));
    expect((await get("/transparency")).unsealed).toBe(1);
    expect(await sealLog(books.t.services)).toBe(1);
    expect(await get("/transparency")).toMatchObject({ unsealed: 0, head: { seq: 28 } });
  });
});

describe("GET /api/transparency/log", () => {
  it("returns sealed entries in pages, each with its hash and the previous one's [M3.09]", async () => {
    const first = await get("/transparency/log?limit=5");
    expect(first.entries.map(({ seq }: { seq: number }) => seq)).toEqual([1, 2, 3, 4, 5]);
    expect(first.next).toBe(5);
    expect(first.entries[0]).toMatchObject({
      type: "DEPOSIT",
      amount: "100.000000001",
      feeAmount: "0",
      subject: "",
      prevHash: "0".repeat(64),
      hash: anyHash,
      changes: { external: "-100.000000001", member: "100.000000001" },
    });
    const second = await get("/transparency/log?after=5&limit=1000");
    expect(second.entries[0].prevHash).toBe(first.entries[4].hash);
    expect(second.next).toBe(null);
    expect(second.entries.at(-1)).toMatchObject(second.head);
    expect(await get(`/transparency/log?after=${second.head.seq}`)).toEqual({
      entries: [],
      next: null,
      head: second.head,
    });
  });

  it("names nobody: entries contain kinds of account only [M3.09]", async () => {
    const { entries } = await get("/transparency/log?limit=1000");
    const kinds = new Set(entries.flatMap(({ changes }: { changes: object }) => Object.keys(changes)));
    expect([...kinds].sort()).toEqual(["escrow", "external", "hold", "member", "stake", "treasury"]);
    expect(JSON.stringify(entries)).not.toMatch(/"(1001|1002|owner|member)":"?\d{4}"/);
  });

  it("refuses an invalid page", async () => {
    refusesField(await call(books.t, "GET", "/transparency/log?limit=1001"), "limit");
    refusesField(await call(books.t, "GET", "/transparency/log?after=-1"), "after");
  });

  it("returns checkpoints in pages, newest first [M3.10]", async () => {
    const { checkpoints } = await get("/transparency/checkpoints?limit=2");
    expect(checkpoints).toHaveLength(2);
    const [latest, earlier] = checkpoints;
    expect(latest.day > earlier.day).toBe(true);
    const rest = await get(`/transparency/checkpoints?before=${earlier.day}`);
    expect(rest.checkpoints).toHaveLength(1);
    // The accounts in these books are no members'.
    expect(latest).toMatchObject({ seq: 27, members: 0, hash: anyHash, root: anyHash });
    const { escrow = 0, hold, member, stake } = latest.totals;
    const owed = [escrow, hold, member, stake].reduce((sum, amount) => sum + Number(amount), 0);
    expect(Number(latest.liabilities)).toBeCloseTo(owed, 9);
  });
});

describe("the log as a file", () => {
  it("can be verified offline: its chain, sums, checkpoints, and signatures [M3.10 M3.11]", async () => {
    const lines = await books.download();
    expect(lines).toHaveLength(1 + 28 + 3);
    const report = await verifyLog(lines, { header: "required" });
    expect(report).toMatchObject({ problem: null, entries: 28, checkpoints: 3, signaturesChecked: true });
    const { head, totals, publicKey } = await get("/transparency");
    expect(report.head).toEqual(head);
    expect(report.publicKey).toBe(publicKey);
    for (const [kind, units] of Object.entries(report.totals))
      expect(Number(totals[kind])).toBe(Number(units) / Number(UNIT));
  });

  it("can be fetched in parts that form one log, whatever is written in the meantime [M3.11]", async () => {
    const parts: string[] = [];
    for (let after = 0; after < 28; after += 9) {
      parts.push(...(await books.download(`?after=${after}&limit=9`)));
      await deposit(books.t.database.db, { cause: `meanwhile ${after}`, member: "1001", amount: 1n });
    }
    const partial = await verifyLog(parts);
    // The last header refers to more than was requested.
    expect(partial.problem).toBe(null);
    await sealLog(books.t.services);
    parts.push(...(await books.download("?after=28")));
    expect(await verifyLog(parts, { header: "required" })).toMatchObject({
      problem: null,
      entries: 32,
      checkpoints: 3,
    });
    const middle = await books.download("?after=9");
    expect((await verifyLog(middle)).problem).toMatchObject({ code: "header", line: 1 });
    expect((await verifyLog(await books.download("?limit=9"))).problem).toMatchObject({ code: "incomplete" });
  });

  it("matches the API's pages, so that a page can be verified in the browser [M3.11]", async () => {
    const { entries } = await get("/transparency/log?limit=1000");
    const { checkpoints } = await get("/transparency/checkpoints");
    const report = await verifyLog(entries, { checkpoints });
    expect(report).toMatchObject({ problem: null, entries: 32, checkpoints: 0 });
  });
});
