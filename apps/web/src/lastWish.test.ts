import { describe, expect, it } from "vitest";
import { LastWish } from "./lastWish.ts";

/** A server that is answered for by hand, and everything that the page was told to show. */
function scene(known = 0) {
  const calls: { value: number; answer: (figure: number) => void; fail: (error: Error) => void }[] = [];
  const shown: number[] = [];
  const failures: unknown[] = [];
  let idle = 0;
  const wish = new LastWish<number, number>(known, {
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
  return { wish, calls, shown, failures, settled, idle: () => idle };
}

describe("a wish", () => {
  it("shows at once, then what the server says [C4.17] [C4.18]", async () => {
    const { wish, calls, shown, settled, idle } = scene();
    wish.wish(1);
    expect(shown).toEqual([1]);
    calls[0]?.answer(1);
    await settled();
    expect(shown).toEqual([1, 1]);
    expect(idle()).toBe(1);
  });

  it("waits for the one before it, and of several waiting only the last is sent", async () => {
    const { wish, calls, shown, settled } = scene();
    wish.wish(1);
    wish.wish(-1);
    wish.wish(2);
    expect(calls.map(({ value }) => value)).toEqual([1]);
    calls[0]?.answer(1);
    await settled();
    expect(calls.map(({ value }) => value)).toEqual([1, 2]);
    expect(shown.at(-1)).toBe(2);
    calls[1]?.answer(2);
    await settled();
    expect(calls).toHaveLength(2);
  });

  it("taken back while it is under way is taken back on the server, too", async () => {
    const { wish, calls, settled } = scene();
    wish.wish(1);
    wish.wish(0);
    calls[0]?.answer(1);
    await settled();
    expect(calls.map(({ value }) => value)).toEqual([1, 0]);
  });

  it("that fails shows again what the server last said, and says so once [C4.19] [C8.11] [C8.12]", async () => {
    const { wish, calls, shown, failures, settled } = scene(5);
    wish.wish(1);
    wish.wish(2);
    calls[0]?.fail(new Error("no"));
    await settled();
    expect(shown.at(-1)).toBe(5);
    expect(wish.wanted).toBe(5);
    expect(failures).toHaveLength(1);
    expect(calls).toHaveLength(1);
  });

  it("is sent twice at most to a server that answers with something else", async () => {
    const { wish, calls, settled } = scene(0);
    wish.wish(1);
    for (const index of [0, 1, 2]) {
      calls[index]?.answer(0);
      await settled();
    }
    expect(calls).toHaveLength(2);
  });
});
