import pino from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { guardRedis } from "./redis.ts";

const silent = pino({ level: "silent" });

describe("Redis that never answers", () => {
  const asked = vi.fn(() => new Promise<number>(() => undefined));
  const away = () => guardRedis({ status: "ready", on: () => undefined }, silent).attempt;
  beforeEach(() => {
    asked.mockClear();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const pass = async (ms: number) => {
    vi.advanceTimersByTime(ms);
    await new Promise((resolve) => setImmediate(resolve));
  };
  /** Makes as many calls at once. None may wait for the clock, which stands still. @returns how often Redis was asked so far */
  async function afterAnother(times: number, attempt: ReturnType<typeof away>): Promise<number> {
    const answers: unknown[] = [];
    for (let nth = 0; nth < times; nth++) void attempt(asked).then((answer) => answers.push(answer));
    await pass(0);
    expect(answers).toEqual(Array.from({ length: times }, () => null));
    return asked.mock.calls.length;
  }

  it("makes a call wait for 50 ms, and none after it for the next 3 seconds", async () => {
    const attempt = away();
    const answers: unknown[] = [];
    void attempt(asked).then((answer) => answers.push(answer));
    await pass(49);
    expect(answers).toEqual([]);
    await pass(1);
    expect(answers).toEqual([null]);
    expect(await afterAnother(100, attempt)).toBe(1);
    await pass(2_999);
    expect(await afterAnother(100, attempt)).toBe(1);
  });

  it("makes only one of many calls wait when it is looked for again", async () => {
    const attempt = away();
    void attempt(asked);
    await pass(50);
    await pass(3_000);
    const answers: unknown[] = [];
    void attempt(asked).then((answer) => answers.push(answer));
    expect(await afterAnother(100, attempt)).toBe(2);
    expect(answers).toEqual([]);
    await pass(50);
    expect(answers).toEqual([null]);
    expect(await afterAnother(100, attempt)).toBe(2);
  });

  it("is asked by every call again once it has answered", async () => {
    const attempt = away();
    void attempt(asked);
    await pass(50);
    await pass(3_000);
    for (let nth = 1; nth <= 3; nth++) expect(await attempt(async () => nth)).toBe(nth);
  });
});
