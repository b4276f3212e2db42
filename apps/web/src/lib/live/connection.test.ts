import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type StreamEvents, stayConnected, waitAfter } from "./connection.ts";

type Told = StreamEvents<number>;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(1);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A stream that the test controls. */
function setUp() {
  const streams: { told: Told; closed: boolean }[] = [];
  const news: number[] = [];
  const poll = vi.fn(async () => undefined);
  const end = stayConnected<number>({
    open(told) {
      const stream = { told, closed: false };
      streams.push(stream);
      return () => {
        stream.closed = true;
      };
    },
    poll,
    onNews: (one) => news.push(one),
  });
  return { streams, news, poll, end, last: () => streams.at(-1)?.told };
}

describe("stayConnected", () => {
  it("passes on events of the stream and doesn't poll while it is open", async () => {
    const { news, poll, last } = setUp();
    last()?.news(1);
    last()?.news(2);
    await vi.advanceTimersByTimeAsync(300_000);
    expect([news, poll.mock.calls.length]).toEqual([[1, 2], 0]);
  });

  it("reopens a lost stream with growing delays and polls every half minute until it is back", async () => {
    const { streams, poll, last } = setUp();
    last()?.lost();
    await vi.advanceTimersByTimeAsync(0);
    expect([streams.length, streams[0]?.closed, poll.mock.calls.length]).toEqual([1, true, 1]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(streams).toHaveLength(2);
    last()?.lost();
    await vi.advanceTimersByTimeAsync(1_999);
    expect(streams).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(streams).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(poll).toHaveBeenCalledTimes(3);
    last()?.news(1);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(poll).toHaveBeenCalledTimes(3);
    last()?.lost();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(streams).toHaveLength(4);
  });

  it("stops polling when a stream is open, even a silent one", async () => {
    const { poll, last } = setUp();
    last()?.lost();
    await vi.advanceTimersByTimeAsync(1_000);
    last()?.up();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(poll).toHaveBeenCalledTimes(1);
  });

  it("polls while a stream is held up, until it opens", async () => {
    const { streams, poll, last } = setUp();
    await vi.advanceTimersByTimeAsync(4_999);
    expect(poll).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(30_001);
    expect([poll.mock.calls.length, streams.length]).toEqual([2, 1]);
    last()?.up();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(poll).toHaveBeenCalledTimes(2);
  });

  it("doesn't count the loss of a long-lived stream as a failed connection", async () => {
    const { streams, last } = setUp();
    for (let time = 1; time < 4; time++) {
      last()?.up();
      await vi.advanceTimersByTimeAsync(61_000);
      last()?.lost();
      await vi.advanceTimersByTimeAsync(1_000);
      expect(streams).toHaveLength(time + 1);
    }
  });

  it("counts a stream that reports its loss twice as lost once", async () => {
    const { streams, last } = setUp();
    const told = last();
    told?.lost();
    told?.lost();
    told?.news(7);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(streams).toHaveLength(2);
  });

  it("stops completely", async () => {
    const { streams, news, poll, end, last } = setUp();
    const told = last();
    told?.lost();
    end();
    told?.news(1);
    await vi.advanceTimersByTimeAsync(300_000);
    expect([streams.length, news, poll.mock.calls.length]).toEqual([1, [], 1]);
    expect(streams[0]?.closed).toBe(true);
  });

  it("polls at the requested interval", async () => {
    const poll = vi.fn(async () => undefined);
    const end = stayConnected({ open: null, poll, pollMs: 2_000, onNews: () => undefined });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(poll).toHaveBeenCalledTimes(6);
    end();
  });

  it("polls every half minute where streams aren't supported", async () => {
    const poll = vi.fn(async () => undefined);
    const end = stayConnected({ open: null, poll, onNews: () => undefined });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(poll).toHaveBeenCalledTimes(3);
    end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(poll).toHaveBeenCalledTimes(3);
  });
});

it("waits between half the delay and all of it, at most a minute", () => {
  expect([waitAfter(1, 0), waitAfter(1, 1), waitAfter(4, 1), waitAfter(40, 0), waitAfter(40, 1)]).toEqual([
    500, 1_000, 8_000, 30_000, 60_000,
  ]);
});
