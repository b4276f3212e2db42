import { describe, expect, it } from "vitest";
import { findGap, type WalFile } from "./wal-names.ts";

const on = (timeline: number, ...segments: bigint[]): WalFile[] => segments.map((segment) => ({ timeline, segment }));
const start = { timeline: 1, segment: 2n, end: "0/3000000" };
/** Timeline 2 left timeline 1 in its segment 5 (0/5000158), timeline 3 left that one in segment 7. */
const histories = new Map([
  [2, "1\t0/5000158\tno recovery target specified\n"],
  [3, "1\t0/5000158\tno recovery target specified\n\n2\t0/7000028\tbefore 2026-01-01\n"],
]);

describe("an archive of write-ahead log", () => {
  it.each<[string, WalFile[]]>([
    ["has nothing after the backup", []],
    ["is one timeline", on(1, 2n, 3n, 4n)],
    ["begins before the backup", on(1, 0n, 2n, 3n)],
    ["goes on with the promoted server's copy of the last segment", [...on(1, 2n, 3n, 4n), ...on(2, 5n, 6n)]],
    ["has more of a timeline than was followed", [...on(1, 2n, 3n, 4n, 5n, 6n, 9n), ...on(2, 5n, 6n)]],
    ["was promoted twice", [...on(1, 2n, 3n, 4n), ...on(2, 5n, 6n), ...on(3, 7n)]],
    ["was promoted a moment ago", [...on(1, 2n, 3n, 4n), { timeline: 2, segment: null }]],
  ])("that %s is complete", (_, files) => {
    expect(findGap(start, files, histories)).toBeNull();
  });

  it.each<[string, WalFile[], bigint]>([
    ["the first segment", on(1, 3n), 2n],
    ["one in between", on(1, 2n, 4n), 3n],
    ["one that another timeline has", [...on(1, 2n, 4n), ...on(2, 3n, 5n)], 3n],
    ["the last one before a promotion", [...on(1, 2n, 3n), ...on(2, 5n)], 4n],
    ["the first one after a promotion", [...on(1, 2n, 3n, 4n, 5n), ...on(2, 6n)], 5n],
    ["one of a timeline in the middle", [...on(1, 2n, 3n, 4n), ...on(2, 5n), ...on(3, 7n)], 6n],
  ])("that lacks %s isn't", (_, files, missing) => {
    expect(findGap(start, files, histories)).toEqual({ kind: "missing", segment: missing });
  });

  it.each<[string, Partial<typeof start>]>([
    ["was left in an earlier segment", { segment: 8n, end: "0/8000130" }],
    ["was left in the same segment, earlier", { segment: 5n, end: "0/5000160" }],
    ["isn't an ancestor of the newest one", { timeline: 4, segment: 6n, end: "0/6000000" }],
  ])(
    "whose newest timeline the backup's own can't get to says so, and not that a segment is missing: it %s",
    (_, differs) => {
      const from = { ...start, ...differs };
      const later = new Map([[5, histories.get(3) ?? ""]]);
      expect(findGap(from, [...on(from.timeline, 5n, 6n, 8n), ...on(5, 7n, 8n)], later)).toEqual({
        kind: "branched",
        timeline: 5,
      });
    },
  );

  it("that was left exactly where the backup ends is complete", () => {
    const from = { ...start, segment: 5n, end: "0/5000158" };
    expect(findGap(from, on(2, 5n, 6n), histories)).toBeNull();
  });
});
