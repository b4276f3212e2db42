import { type LogReport, verifyLog } from "@bbux/client/verify";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Books, startBooks } from "./transparency.support.ts";

let books: Books;
let lines: string[];
beforeAll(async () => {
  books = await startBooks();
  for (let day = 0; day < 3; day++) {
    await books.live();
    await books.nextDay();
  }
  await books.live();
  await books.nextDay();
  lines = await books.download();
});
afterAll(() => books.t.close());

const verify = (changed: readonly string[]): Promise<LogReport> => verifyLog(changed, { header: "required" });

/** Asserts that the reported line isn't before the first change, and not much after it. */
async function isNamed(changed: readonly string[], from: number, to: number): Promise<void> {
  const { problem } = await verify(changed);
  expect(problem).not.toBe(null);
  if (!problem) return;
  // A truncated end isn't in any line.
  if (problem.line === 0) expect(problem.code).toBe("incomplete");
  else {
    expect(problem.line).toBeGreaterThanOrEqual(from);
    expect(problem.line).toBeLessThanOrEqual(to);
  }
}

const index = (from = 0) => fc.nat().map((n) => from + (n % (lines.length - from)));
const RUNS = { numRuns: 150 };

/** Every path to a value in a line. */
function paths(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) => paths(inner, [...path, key]));
}

function changeAt(value: unknown, path: readonly (string | number)[], change: (old: unknown) => unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return change(value);
  return { ...Object(value), [key]: changeAt(Object(value)[key], rest, change) };
}

describe("a tampered log is refused at the tampered line", () => {
  it("but is accepted unchanged [M3.11]", async () => {
    expect((await verify(lines)).problem).toBe(null);
  });

  it("if any field of any line is changed [M3.11]", { tags: "proof" }, async () => {
    const changes: ((old: unknown) => unknown)[] = [
      (old) => (typeof old === "number" ? old + 1 : `${old}0`),
      (old) => (typeof old === "number" ? old - 1 : `1${old}`),
      (old) => (typeof old === "string" ? old.replace(/[0-9a-f]/, (char) => (char === "0" ? "1" : "0")) : 0),
      (old) => (typeof old === "string" && old.startsWith("-") ? old.slice(1) : `-${old}`),
      () => null,
      () => "",
      (old) => [old],
    ];
    await fc.assert(
      fc.asyncProperty(index(), fc.nat(), fc.constantFrom(...changes), async (at, nth, change) => {
        const value: unknown = JSON.parse(lines[at] ?? "");
        const all = paths(value);
        const path = all[nth % all.length] ?? [];
        const tampered = JSON.stringify(changeAt(value, path, change));
        if (tampered === lines[at]) return;
        // A header is compared with what follows it; a checkpoint's text names the previous one.
        const to = at === 0 ? lines.length : at + 1;
        await isNamed(lines.with(at, tampered), 1, to);
        if (at > 0) await isNamed(lines.with(at, tampered), at + 1, at + 1);
      }),
      { ...RUNS, numRuns: 400 },
    );
  });

  it("if a field is added or removed [M3.11]", async () => {
    await fc.assert(
      fc.asyncProperty(index(1), fc.nat(), async (at, nth) => {
        const value = JSON.parse(lines[at] ?? "");
        const names = Object.keys(value);
        const { [names[nth % names.length] ?? ""]: _, ...less } = value;
        await isNamed(lines.with(at, JSON.stringify(less)), at + 1, at + 1);
        await isNamed(lines.with(at, JSON.stringify({ ...value, also: 1 })), at + 1, at + 1);
      }),
      RUNS,
    );
  });

  it("if a line is removed [M3.11]", { tags: "proof" }, async () => {
    await fc.assert(
      fc.asyncProperty(index(), async (at) => {
        // The checkpoint after a missing one names it, which is the earliest it can be noticed.
        const isCheckpoint = lines[at]?.includes('"body"') ?? false;
        await isNamed(lines.toSpliced(at, 1), at + 1, isCheckpoint ? lines.length : at + 1);
      }),
      RUNS,
    );
  });

  it("if a line is duplicated or inserted [M3.11]", { tags: "proof" }, async () => {
    await fc.assert(
      fc.asyncProperty(
        index(),
        index(),
        fc.constantFrom("", "{}", "[]", "x", "null", '{"seq":1}'),
        async (at, of, odd) => {
          await isNamed(lines.toSpliced(at, 0, lines[of] ?? ""), at + 1, at + 2);
          await isNamed(lines.toSpliced(at, 0, odd), at + 1, at + 1);
        },
      ),
      RUNS,
    );
  });

  it("if two lines are swapped or a line is moved [M3.11]", { tags: "proof" }, async () => {
    await fc.assert(
      fc.asyncProperty(index(), index(), async (a, b) => {
        const [first, last] = a < b ? [a, b] : [b, a];
        if (first === last) return;
        const swapped = lines.with(first, lines[last] ?? "").with(last, lines[first] ?? "");
        await isNamed(swapped, first + 1, first + 2);
        const moved = lines.toSpliced(first, 1).toSpliced(last, 0, lines[first] ?? "");
        await isNamed(moved, first + 1, last + 2);
      }),
      RUNS,
    );
  });

  it("if the end is cut off along with the header: a saved checkpoint reveals it [M3.11]", async () => {
    const at = lines.findLastIndex((line) => line.includes('"body"'));
    const kept: unknown = JSON.parse(lines[at] ?? "");
    const before = lines.slice(1).findIndex((line) => line.includes('"body"')) + 1;
    const shorter = lines.slice(1, before + 1);
    const { seq, hash } = JSON.parse(lines[before - 1] ?? "");
    const header = { ...JSON.parse(lines[0] ?? ""), through: seq, head: { seq, hash }, checkpoints: 1 };
    const forged = [JSON.stringify(header), ...shorter];
    expect((await verify(forged)).problem).toBe(null);
    const report = await verifyLog(forged, { header: "required", checkpoints: [kept] });
    expect(report.problem).toMatchObject({ code: "incomplete", message: expect.stringContaining("covers") });
  });

  it("if everything is rewritten with another key: a saved key or checkpoint reveals it [M3.11]", async () => {
    const other = await startBooks();
    await other.live();
    await other.nextDay();
    const forged = await other.download();
    await other.t.close();
    expect((await verify(forged)).problem).toBe(null);
    const kept: unknown = JSON.parse(lines.find((line) => line.includes('"body"')) ?? "");
    const report = await verifyLog(forged, { checkpoints: [kept] });
    expect(report.problem).toMatchObject({
      code: "checkpoint",
      message: expect.stringContaining("the log was changed"),
    });
    const key = Buffer.alloc(32, 7).toString("base64");
    expect((await verifyLog(lines, { key })).problem).toMatchObject({ code: "header", line: 1 });
    expect((await verifyLog(lines.slice(1), { key })).problem).toMatchObject({ code: "checkpoint" });
  });
});
