import { describe, expect, it } from "vitest";
import { LatestWins } from "./latestWins.ts";

/** A server with manual responses, and everything that the page had to show. */
function scene(known = 0) {
  const calls: { value: number; answer: (figure: number) => void; fail: (error: Error) => void }[] = [];
  const shown: number[] = [];
  const failures: unknown[] = [];
  let idle = 0;
  const latest = new LatestWins<number, number>(known, {
    send: (value) => new Promise((answer, fail) => calls.push({ value, answer, fail })),
    guess: (_, value) => value,
    valueOf: (figure) => figure,
    show: (figure) => shown.push(figure),
    failed: (error) => failures.push(error),
    idle: () => {
      idle += 1;
    },
  });
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  return { latest, calls, shown, failures, settled, idle: () => idle };
}

describe("a choice", () => {
  it("shows immediately, then as the server says [C4.17] [C4.18]", async () => {
    const { latest, calls, shown, settled, idle } = scene();
    latest.choose(1);
    expect(shown).toEqual([1]);
    calls[0]?.answer(1);
    await settled();
    expect(shown).toEqual([1, 1]);
    expect(idle()).toBe(1);
  });

  it("waits for the previous one, and of several waiting ones only the last is sent", async () => {
    const { latest, calls, shown, settled } = scene();
    latest.choose(1);
    latest.choose(-1);
    latest.choose(2);
    expect(calls.map(({ value }) => value)).toEqual([1]);
    calls[0]?.answer(1);
    await settled();
    expect(calls.map(({ value }) => value)).toEqual([1, 2]);
    expect(shown.at(-1)).toBe(2);
    calls[1]?.answer(2);
    await settled();
    expect(calls).toHaveLength(2);
  });

  it("that is reverted while it is being sent is reverted on the server too", async () => {
    const { latest, calls, settled } = scene();
    latest.choose(1);
    latest.choose(0);
    calls[0]?.answer(1);
    await settled();
    expect(calls.map(({ value }) => value)).toEqual([1, 0]);
  });

  it("that fails shows the server's last state again and reports it once [C4.19] [C8.11] [C8.12]", async () => {
    const { latest, calls, shown, failures, settled } = scene(5);
    latest.choose(1);
    latest.choose(2);
    calls[0]?.fail(new Error("no"));
    await settled();
    expect(shown.at(-1)).toBe(5);
    expect(latest.wanted).toBe(5);
    expect(failures).toHaveLength(1);
    expect(calls).toHaveLength(1);
  });

  it("is sent at most twice to a server that responds with something else", async () => {
    const { latest, calls, settled } = scene(0);
    latest.choose(1);
    for (const index of [0, 1, 2]) {
      calls[index]?.answer(0);
      await settled();
    }
    expect(calls).toHaveLength(2);
  });
});
