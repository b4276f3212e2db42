import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { afterEach, describe, expect, it, vi } from "vitest";
import { decimalOf, unitsOf } from "./amounts.ts";
import { verifyLog } from "./index.ts";

// Logs that the platform's owner could forge: every hash and signature is valid, and yet something is wrong.

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const KEY = publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("base64");
const ZEROS = "0".repeat(64);

interface Move {
  readonly type?: string;
  readonly id?: number;
  readonly at?: string;
  readonly amount?: bigint;
  readonly fee?: bigint;
  readonly subject?: string;
  readonly changes: Readonly<Record<string, bigint>>;
}

/** Entries with a valid chain, in base units inside and decimals outside. */
function chainOf(moves: readonly Move[]): Record<string, unknown>[] {
  let prevHash = ZEROS;
  return moves.map((move, nth) => {
    const { type = "DEPOSIT", changes, id = 0, fee = 0n, at = "2026-01-01T00:00:00.000Z", subject = "" } = move;
    const pairs = Object.entries(changes).sort(([a], [b]) => (a < b ? -1 : 1));
    const amount = move.amount ?? pairs.reduce((sum, [, units]) => (units > 0n ? sum + units : sum), 0n);
    const text = pairs.map(([kind, units]) => `${kind}:${units}`).join(",");
    const facts = [nth + 1, prevHash, id || 100 + nth, type, amount, fee, text, subject, "A line", at];
    const hash = sha256(["bbux-log-v1", ...facts].join("\n"));
    const entry = {
      seq: nth + 1,
      id: `${id || 100 + nth}`,
      type,
      amount: decimalOf(amount),
      feeAmount: decimalOf(fee),
      subject,
      description: "A line",
      createdAt: at,
      prevHash,
      hash,
      changes: Object.fromEntries(pairs.map(([kind, units]) => [kind, decimalOf(units)])),
    };
    prevHash = hash;
    return entry;
  });
}

function checkpointOf(
  entry: Record<string, unknown>,
  facts: { day: string; totals: Record<string, bigint>; liabilities: bigint; previous?: string; version?: number },
): Record<string, unknown> & { body: string } {
  const { day, totals, liabilities, previous = ZEROS, version = 1 } = facts;
  const sorted = Object.entries(totals).sort(([a], [b]) => (a < b ? -1 : 1));
  const at = "2026-01-02T00:10:00.000Z";
  const body = [
    ...[`bbux-checkpoint-v${version}`, `day ${day}`, `seq ${entry.seq}`, `hash ${entry.hash}`, `previous ${previous}`],
    ...sorted.map(([kind, units]) => `total ${kind} ${units}`),
    ...["members 1", `liabilities ${liabilities}`, `root ${ZEROS}`, `at ${at}`],
  ].join("\n");
  return {
    day,
    seq: entry.seq,
    hash: entry.hash,
    members: 1,
    liabilities: decimalOf(liabilities),
    root: ZEROS,
    createdAt: at,
    body,
    totals: Object.fromEntries(sorted.map(([kind, units]) => [kind, decimalOf(units)])),
    signature: sign(null, Buffer.from(body), privateKey).toString("base64"),
    publicKey: KEY,
  };
}

const paidIn: Move = { changes: { external: -50n, member: 50n } };
const staked: Move = { type: "STAKE_ADDED", changes: { member: -20n, stake: 20n } };
const decided: Move = { type: "APPEAL_DECIDED", amount: 7n, changes: {} };
const placed: Move = { type: "BOUNTY_PLACED", fee: 1n, changes: { member: -20n, escrow: 20n } };
const feeOf = (fee: bigint): Move => ({ type: "GOVERNANCE_FEE", changes: { member: -fee, treasury: fee } });
const held: Move = { type: "WITHDRAWAL_HELD", changes: { member: -10n, hold: 10n } };
const settled: Move = { type: "WITHDRAWAL_SETTLED", fee: 1n, changes: { hold: -10n, external: 9n, treasury: 1n } };
/** The same entry about this bounty or withdrawal. */
const about = (subject: string, ...moves: Move[]): Move[] => moves.map((move) => ({ ...move, subject }));
const claimed: Move = { type: "BOUNTY_CLAIMED", changes: { escrow: -20n, member: 20n } };
const returned: Move = { type: "BOUNTY_REFUNDED", changes: { escrow: -20n, member: 20n } };
const refunded: Move = { type: "WITHDRAWAL_REFUNDED", changes: { hold: -10n, member: 10n } };
const floated: Move = { type: "FLOAT_FUNDED", changes: { external: -90n, equity: 90n } };
const reserved: Move = { type: "NETWORK_FEE_RESERVED", changes: { equity: -3n, hold: 3n } };
const released: Move = { type: "NETWORK_FEE_RELEASED", changes: { equity: 3n, hold: -3n } };
const networkPaid: Move = { type: "NETWORK_FEE_PAID", changes: { hold: -3n, external: 2n, equity: 1n } };
/** Pays the network 2 of the 3 that are reserved. */
const settledBy: Move = {
  type: "WITHDRAWAL_SETTLED",
  fee: 1n,
  changes: { hold: -13n, external: 11n, treasury: 1n, equity: 1n },
};
const states = (subject: string): Move => ({ type: "FEE_IN_FORCE", subject, changes: {} });
const [first = {}, second = {}] = chainOf([paidIn, staked]);
const totals = { external: -50n, member: 30n, stake: 20n };
const good = checkpointOf(second, { day: "2026-01-01", totals, liabilities: 50n });

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

  it("is accepted with bounties and withdrawals that each end once, retried payments and sweeps [M3.11]", async () => {
    const report = await verifyLog(
      chainOf([
        paidIn,
        floated,
        ...about("escrow:1", placed, feeOf(1n), claimed, placed, feeOf(1n), returned),
        ...about("hold:2", held, reserved, reserved, released, settledBy),
        ...about("hold:3", held, reserved, reserved, {
          ...refunded,
          changes: { hold: -13n, member: 10n, external: 3n },
        }),
        ...about("hold:4", reserved, networkPaid),
        ...about("hold:3", released),
        ...about("hold:5", held),
      ]),
    );
    expect(report.problem).toBe(null);
    expect(report.open).toEqual({ bounties: 0, bountyAmount: 0n, withdrawals: 1, withdrawalAmount: 10n, unnamed: 0n });
  });

  const other = about("escrow:9", placed, feeOf(1n));
  const otherHold = about("hold:9", held, reserved);
  it.each<[string, Move[], string]>([
    [
      "a bounty that is paid twice",
      [...other, ...about("escrow:1", placed, feeOf(1n), claimed, claimed)],
      "ended before",
    ],
    [
      "a bounty that is paid and refunded",
      [...other, ...about("escrow:1", placed, feeOf(1n), claimed, returned)],
      "ended before",
    ],
    ["a bounty that is paid and was never placed", [...other, ...about("escrow:1", claimed)], "never began"],
    [
      "a bounty that is paid in part",
      about("escrow:1", placed, feeOf(1n), { ...claimed, changes: { escrow: -19n, member: 19n } }),
      "is 0.00000002, not 0.000000019",
    ],
    [
      "a bounty that is placed again before it has ended",
      about("escrow:1", placed, feeOf(1n), { ...placed, changes: { member: -1n, escrow: 1n }, fee: 0n }),
      "open already",
    ],
    ["a bounty that names no reference", [...other, { ...claimed, at: "2026-01-01T00:15:00.001Z" }], "doesn't say"],
    ["a bounty that names a withdrawal", [...other, ...about("hold:1", claimed)], "no reference to escrow"],
    ["a withdrawal that is paid twice", [...otherHold, ...about("hold:1", held, settled, settled)], "ended before"],
    [
      "a withdrawal that is paid and given back",
      [...otherHold, ...about("hold:1", held, settled, refunded)],
      "ended before",
    ],
    ["a withdrawal that began twice", about("hold:1", held, held), "begun already"],
    [
      "a withdrawal that is given back in part",
      [...otherHold, ...about("hold:1", held, { ...refunded, changes: { hold: -10n, member: 9n, equity: 1n } })],
      "and 0.000000009 went back",
    ],
    [
      "a withdrawal that pays less than was held for it",
      about("hold:1", held, { ...settled, changes: { hold: -10n, external: 8n, treasury: 1n, equity: 1n } }),
      "less than the 0.000000009 held",
    ],
    [
      "a withdrawal that takes another's reserve for the network",
      [...otherHold, ...about("hold:1", held, settledBy)],
      "for which 0 is reserved",
    ],
    [
      "a network fee that is released twice",
      [...otherHold, ...about("hold:1", reserved, released, released)],
      "is reserved",
    ],
  ])("is refused for %s [M3.11]", async (_, moves, words) => {
    const log = chainOf([paidIn, floated, { ...paidIn, changes: { external: -90n, member: 90n } }, ...moves]);
    const { problem } = await verifyLog(log);
    expect(problem).toMatchObject({ code: "rule", seq: log.length });
    expect(problem?.message).toContain(words);
  });

  it("follows bounties and withdrawals from before the log named them by their sum [M3.11]", async () => {
    const before = [paidIn, paidIn, floated, placed, feeOf(1n), held, reserved];
    const ended = [...about("escrow:1", claimed), ...about("hold:2", settledBy)];
    expect(await verifyLog(chainOf([...before, ...ended]))).toMatchObject({ problem: null, open: { unnamed: 0n } });
    const open = await verifyLog(chainOf(before));
    expect(open.open).toMatchObject({ bounties: 0, withdrawals: 0, unnamed: 33n });
    const twice = await verifyLog(
      chainOf([...before, ...about("escrow:9", placed, feeOf(1n)), ...ended, ...about("escrow:1", claimed)]),
    );
    expect(twice.problem?.message).toContain("ended before");
  });

  it("is refused for a checkpoint after a bounty whose fee was never taken", async () => {
    const entries = chainOf([paidIn, placed]);
    const checkpoint = checkpointOf(entries[1] ?? {}, {
      day: "2026-01-01",
      totals: { external: -50n, member: 30n, escrow: 20n },
      liabilities: 30n,
    });
    const { problem } = await verifyLog([...entries, checkpoint]);
    expect(problem).toMatchObject({ code: "checkpoint", seq: 2 });
    expect(problem?.message).toContain("names a fee of 0.000000001 that was not taken");
  });

  it("is refused for a checkpoint that says it was made before an entry that it covers", async () => {
    const later = chainOf([{ ...paidIn, at: "2026-01-03T00:00:00.000Z" }]);
    const checkpoint = checkpointOf(later[0] ?? {}, {
      day: "2026-01-01",
      totals: { external: -50n, member: 50n },
      liabilities: 50n,
    });
    const { problem } = await verifyLog([...later, checkpoint]);
    expect(problem).toMatchObject({ code: "checkpoint", seq: 1 });
    expect(problem?.message).toContain("was written after 2026-01-02T00:10:00.000Z");
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

describe("amounts", () => {
  it.each([
    ["0", 0n],
    ["1", 1_000_000_000n],
    ["-0.000000001", -1n],
    ["9007199254740993.000000001", 9_007_199_254_740_993_000_000_001n],
  ])("%s converts exactly both ways [M3.11]", (text, units) => {
    expect(unitsOf(text)).toBe(units);
    expect(decimalOf(units)).toBe(text);
  });

  it.each(["", "-0", "+1", "1.50", "01", ".5", "1.", "1e3", "1.0000000001", " 1", "1 ", "NaN", "0x1", 1, null])(
    "%j is rejected, because each amount has only one form [M3.11]",
    (text) => {
      expect(unitsOf(text)).toBe(null);
    },
  );
});
