import { afterEach, describe, expect, it, vi } from "vitest";
import { verifyLog } from "./index.ts";
import {
  about,
  chainOf,
  checkpointOf,
  decided,
  feeOf,
  first,
  good,
  held,
  KEY,
  type Move,
  paidIn,
  placed,
  second,
  settled,
  sha256,
  staked,
  states,
  totals,
} from "./log.support.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

describe("a log whose hashes are right", () => {
  it("is accepted if its contents add up [M3.11]", async () => {
    const entries = chainOf([paidIn, staked, decided]);
    expect(await verifyLog([entries[0], entries[1], good, entries[2]])).toMatchObject({
      problem: null,
      entries: 3,
      checkpoints: 1,
      publicKey: KEY,
      signaturesChecked: true,
      totals,
    });
  });

  it.each<[string, Move[], string, number]>([
    ["an entry that creates BBUX out of nothing", [paidIn, { changes: { external: -1n, member: 2n } }], "balance", 2],
    ["an entry that loses BBUX", [paidIn, { changes: { member: -2n, treasury: 1n } }], "balance", 2],
    ["an entry whose amount isn't what it moves", [{ ...paidIn, amount: 49n }], "balance", 1],
    [
      "an entry that spends more than there is",
      [paidIn, { type: "STAKE_ADDED", changes: { member: -51n, stake: 51n } }],
      "overdrawn",
      2,
    ],
    [
      "an entry that takes from an unused account",
      [paidIn, { type: "STAKE_REMOVED", changes: { stake: -1n, member: 1n } }],
      "overdrawn",
      2,
    ],
  ])("is refused for %s [M3.11]", async (_, moves, code, seq) => {
    const report = await verifyLog(chainOf([...moves, decided]));
    expect(report.problem).toMatchObject({ code, seq, line: seq });
    expect(report.entries).toBe(seq - 1);
  });

  it.each<[string, Move[], string, number]>([
    [
      "a bounty that is paid to the treasury",
      [placed, { type: "BOUNTY_CLAIMED", changes: { escrow: -20n, treasury: 20n } }],
      "rule",
      3,
    ],
    [
      "a withdrawal that is taken from a member without being held",
      [{ type: "WITHDRAWAL_SETTLED", changes: { member: -5n, external: 5n } }],
      "rule",
      2,
    ],
    ["an unknown type", [{ type: "GIFT", changes: { member: -5n, treasury: 5n } }], "rule", 2],
    ["an unknown kind of account", [{ type: "STAKE_ADDED", changes: { member: -5n, lost_and_found: 5n } }], "rule", 2],
    ["a decision that moves BBUX", [{ type: "APPEAL_DECIDED", changes: { member: -5n, treasury: 5n } }], "rule", 2],
    ["a transfer that moves nothing", [{ type: "STAKE_ADDED", amount: 5n, changes: {} }], "rule", 2],
    ["a fee on what has none", [{ ...staked, fee: 1n }], "rule", 2],
    ["a fee that no bounty names", [placed, { ...feeOf(2n) }], "rule", 3],
    ["a fee that is taken twice", [placed, feeOf(1n), feeOf(1n)], "rule", 4],
    ["a bounty whose fee is more than a tenth", [{ ...placed, fee: 4n }], "rule", 2],
    ["a withdrawal that takes another fee than it names", [held, { ...settled, fee: 2n }], "rule", 3],
    ["an id that an earlier entry has", [staked, { ...staked, id: 100 }], "repeated", 3],
    ["a time an hour before that of an earlier entry", [{ ...staked, at: "2025-12-31T23:00:00.000Z" }], "time", 2],
    ["an invalid time", [{ ...staked, at: "2026-13-41T00:00:00.000Z" }], "time", 2],
  ])("is refused for %s, though it adds up [M3.11]", async (_, moves, code, seq) => {
    const report = await verifyLog(chainOf([paidIn, ...moves, decided]));
    expect(report.problem).toMatchObject({ code, seq, line: seq });
    expect(report.entries).toBe(seq - 1);
  });

  it("is accepted with a bounty and its fee, a withdrawal, gaps between ids, and entries that overtook others", async () => {
    const late = { ...staked, changes: { member: -18n, stake: 18n }, id: 90, at: "2025-12-31T23:50:00.000Z" };
    const report = await verifyLog(
      chainOf([
        paidIn,
        placed,
        { ...decided, id: 900 },
        feeOf(1n),
        held,
        settled,
        late,
        { ...staked, changes: { member: -1n, stake: 1n }, id: 901 },
      ]),
    );
    expect(report).toMatchObject({ problem: null, entries: 8 });
  });

  it("is accepted with the fees in force when a bounty was placed and a withdrawal began, whatever they are later [M3.11]", async () => {
    const report = await verifyLog(
      chainOf([
        paidIn,
        states("bountyFee:500"),
        states("withdrawalFee:1000"),
        ...about("escrow:1", placed, feeOf(1n)),
        ...about("hold:1", held),
        states("bountyFee:1000"),
        states("withdrawalFee:0"),
        ...about("escrow:2", { ...placed, fee: 1n, changes: { member: -3n, escrow: 3n } }, feeOf(1n)),
        ...about("hold:1", settled),
      ]),
    );
    expect(report).toMatchObject({ problem: null, fees: { bountyFee: 1_000n, withdrawalFee: 0n } });
    expect(report.open).toEqual({ bounties: 2, bountyAmount: 23n, withdrawals: 0, withdrawalAmount: 0n, unnamed: 0n });
  });

  it.each<[string, Move[], number]>([
    ["another fee on a bounty than the one in force", [states("bountyFee:1000"), placed], 2],
    ["no fee on a bounty while one is in force", [states("bountyFee:500"), { ...placed, fee: 0n }], 2],
    ["a fee on a bounty after it was abolished", [states("bountyFee:500"), states("bountyFee:0"), placed], 3],
    [
      "another fee on a withdrawal than when it began",
      [states("withdrawalFee:0"), ...about("hold:1", held), states("withdrawalFee:1000"), ...about("hold:1", settled)],
      4,
    ],
    ["a fee in force above a tenth", [states("bountyFee:1001")], 1],
    ["a fee in force on nothing known", [states("answerFee:100")], 1],
    ["a fee in force that moves BBUX", [{ ...states("bountyFee:1"), changes: { member: -5n, treasury: 5n } }], 1],
  ])("is refused for %s [M3.11]", async (_, moves, nth) => {
    const { problem } = await verifyLog(chainOf([paidIn, ...moves, decided]));
    expect(problem).toMatchObject({ code: "rule", seq: nth + 1 });
  });

  it("may be negative for the outside account, which is what came in", async () => {
    expect((await verifyLog(chainOf([paidIn]))).totals).toEqual({ external: -50n, member: 50n });
  });

  it.each([
    [
      "different totals",
      checkpointOf(second, { day: "2026-01-01", totals: { ...totals, member: 31n, external: -51n }, liabilities: 51n }),
    ],
    ["a tree with less than members are owed", checkpointOf(second, { day: "2026-01-01", totals, liabilities: 49n })],
    [
      "a previous checkpoint that doesn't exist",
      checkpointOf(second, { day: "2026-01-01", totals, liabilities: 50n, previous: sha256("x") }),
    ],
    ["someone else's key", { ...good, publicKey: Buffer.alloc(32, 1).toString("base64") }],
    ["a different signature", { ...good, signature: Buffer.alloc(64, 1).toString("base64") }],
    ["an invalid signature", { ...good, signature: "x" }],
  ])("is refused for a signed checkpoint with %s [M3.11]", async (_, checkpoint) => {
    const { problem } = await verifyLog([first, second, checkpoint], { key: KEY });
    expect(problem).toMatchObject({ code: "checkpoint", seq: 2, line: 3 });
  });

  it("is refused for a second checkpoint of a day, or one that doesn't name the first [M3.11]", async () => {
    const next = { day: "2026-01-02", totals, liabilities: 50n };
    const named = checkpointOf(second, { ...next, previous: sha256(good.body) });
    expect((await verifyLog([first, second, good, named])).problem).toBe(null);
    for (const bad of [
      checkpointOf(second, next),
      checkpointOf(second, { ...next, day: "2026-01-01", previous: sha256(good.body) }),
      good,
    ]) {
      expect((await verifyLog([first, second, good, bad])).problem).toMatchObject({ code: "checkpoint", line: 4 });
    }
  });

  it("is refused for a tree of the second format without the bounties and withdrawals, and for the first format after it [M3.11]", async () => {
    const entries = chainOf([paidIn, placed, feeOf(1n), held]);
    const [, , , last = {}] = entries;
    const facts = { totals: { external: -50n, escrow: 20n, hold: 10n, member: 19n, treasury: 1n } };
    const of = (day: string, liabilities: bigint, more: object) =>
      checkpointOf(last, { ...facts, day, liabilities, ...more });
    const whole = of("2026-01-01", 49n, { version: 2 });
    const problemOf = async (...checkpoints: object[]) => (await verifyLog([...entries, ...checkpoints])).problem;
    expect(await problemOf(whole)).toBe(null);
    for (const liabilities of [19n, 29n, 39n]) {
      expect(await problemOf(of("2026-01-01", liabilities, { version: 2 }))).toMatchObject({
        code: "checkpoint",
        line: 5,
      });
    }
    const previous = sha256(whole.body);
    expect(await problemOf(whole, of("2026-01-02", 49n, { version: 2, previous }))).toBe(null);
    expect(await problemOf(whole, of("2026-01-02", 19n, { version: 1, previous }))).toMatchObject({
      code: "checkpoint",
      message: expect.stringContaining("older format"),
    });
  });

  it("is verified except for signatures if the browser lacks Ed25519, and the report says so [M3.11]", async () => {
    vi.spyOn(crypto.subtle, "importKey").mockRejectedValue(new DOMException("no", "NotSupportedError"));
    const forged = { ...good, signature: Buffer.alloc(64, 1).toString("base64") };
    expect(await verifyLog([first, second, forged])).toMatchObject({ problem: null, signaturesChecked: false });
  });
});
