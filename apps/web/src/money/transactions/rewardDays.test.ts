import type { WalletTransaction } from "@bbux/contract";
import { describe, expect, it } from "vitest";
import { byRewardDay, rewardsText, sumOf, wholeDays } from "./rewardDays.ts";

const row = (id: string, createdAt: string, facts: Partial<WalletTransaction> = {}): WalletTransaction => ({
  ...{ id, transactionId: id, userId: "7", type: "reward", kind: "reward", category: "reward", amount: "0.1" },
  ...{ balanceAfter: "1", status: "completed", description: "", metadata: "{}", createdAt, updatedAt: createdAt },
  ...facts,
});
const shape = (rows: readonly WalletTransaction[]) =>
  byRewardDay(rows).map((one) => ("rewards" in one ? [one.day, ...one.rewards.map(({ id }) => id)] : one.id));

describe("the rewards of a day", () => {
  it("are grouped by the day in UTC on which they were paid", () => {
    const rows = [
      row("4", "2026-03-02T00:00:00.000Z"),
      row("3", "2026-03-01T23:59:59.999Z"),
      row("2", "2026-03-01T00:00:00.000Z"),
      row("1", "2026-02-28T23:59:59.999Z"),
    ];
    expect(shape(rows)).toEqual(["4", ["2026-03-01", "3", "2"], "1"]);
  });

  it("stay apart where something else changed the balance between them, and while they aren't completed", () => {
    const at = "2026-03-01T12:00:00.000Z";
    expect(shape([row("3", at), row("2", at, { type: "bounty" }), row("1", at)])).toEqual(["3", "2", "1"]);
    expect(shape([row("2", at, { status: "pending" }), row("1", at)])).toEqual(["2", "1"]);
    expect(shape([row("2", at, { type: "refund" }), row("1", at, { type: "refund" })])).toEqual(["2", "1"]);
  });

  it("keep every row of a page, in order", () => {
    const rows = Array.from({ length: 20 }, (_, n) =>
      row(`${20 - n}`, `2026-03-0${9 - Math.floor(n / 7)}T00:00:00.000Z`),
    );
    expect(byRewardDay(rows).flatMap((one) => ("rewards" in one ? one.rewards : one))).toEqual(rows);
  });

  it("are whole on the page on which their day begins, and left out of the next", () => {
    const at = "2026-03-01T12:00:00.000Z";
    const [a, b, c, d] = [row("4", at), row("3", at), row("2", at), row("1", at)];
    const other = row("9", at, { type: "bounty" });
    const ids = (between: Parameters<typeof wholeDays>[0]) => {
      const { rows, leftOut } = wholeDays(between);
      return [rows.map(({ id }) => id).join(" "), leftOut];
    };
    expect(ids({ newer: [], rows: [other, a, b], older: [c, d, other] })).toEqual(["9 4 3 2 1", null]);
    expect(ids({ newer: [other, a, b], rows: [c, d, other], older: [] })).toEqual(["9", "2026-03-01"]);
    expect(ids({ newer: [a], rows: [b, c], older: [d] })).toEqual(["", "2026-03-01"]);
    expect(ids({ newer: [other], rows: [a, b], older: [other, c] })).toEqual(["4 3", null]);
    const nextDay = row("5", "2026-03-02T00:00:00.000Z");
    expect(ids({ newer: [nextDay], rows: [a], older: [] })).toEqual(["4", null]);
  });

  it("add up exactly, and say what they are for", () => {
    const won = { metadata: '{"action":"win_bounty"}' };
    const rows = [row("3", "", { amount: "0.000000001" }), row("2", "", won), row("1", "", { metadata: "no JSON" })];
    expect(sumOf(rows)).toBe(200_000_001n);
    expect(rewardsText(rows)).toBe("1 bounty won, 2 rewards for your stake");
    expect(rewardsText(rows.slice(1, 2))).toBe("1 bounty won");
  });
});
