import { describe, expect, it } from "vitest";
import { verifyLog } from "./index.ts";
import {
  about,
  chainOf,
  checkpointOf,
  claimed,
  feeOf,
  floated,
  held,
  type Move,
  networkPaid,
  paidIn,
  placed,
  refunded,
  released,
  reserved,
  returned,
  settled,
  settledBy,
} from "./log.support.ts";

describe("a log of bounties and withdrawals whose hashes are right", () => {
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
});
