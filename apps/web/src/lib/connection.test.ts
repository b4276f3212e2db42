import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

type Module = typeof import("./connection.ts");

let link: Module;
let answer: () => Promise<Response>;
let asked = 0;
const fine = () => Promise.resolve(new Response("{}"));
const gone = () => Promise.reject(new TypeError("Failed to fetch"));

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  vi.stubGlobal("navigator", { onLine: true });
  asked = 0;
  answer = fine;
  vi.stubGlobal("fetch", () => {
    asked++;
    return answer();
  });
  link = await import("./connection.ts");
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const settle = () => vi.advanceTimersByTimeAsync(0);

describe("the connection", () => {
  it("stays up when one call fails but the server responds to a probe", async () => {
    link.noteUnreached();
    await settle();
    expect([link.connection(), asked]).toEqual(["fine", 1]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toBe(1);
  });

  it("is lost when the probe fails too, and recovers on its own", async () => {
    answer = gone;
    const seen: string[] = [];
    link.onConnection(() => seen.push(link.connection()));
    link.noteUnreached();
    await settle();
    expect(link.connection()).toBe("unreachable");
    answer = fine;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(seen).toEqual(["unreachable", "fine"]);
  });

  it("is probed less and less often while the server is down, but at least every 20 s", async () => {
    answer = gone;
    link.noteUnreached();
    await settle();
    await vi.advanceTimersByTimeAsync(2_000 + 4_000 + 8_000 + 16_000);
    expect(asked).toBe(5);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toBe(8);
  });

  it("is offline when the device says so", async () => {
    answer = gone;
    vi.stubGlobal("navigator", { onLine: false });
    await link.probe();
    expect(link.connection()).toBe("offline");
  });

  it("trusts a response over the device, because a local server needs no network", async () => {
    vi.stubGlobal("navigator", { onLine: false });
    await link.probe();
    expect(link.connection()).toBe("fine");
  });

  it("is lost when a proxy says that the server is down", async () => {
    answer = () => Promise.resolve(new Response("", { status: 502 }));
    await link.probe();
    expect(link.connection()).toBe("unreachable");
  });

  it("recovers with the first response to any call", async () => {
    answer = gone;
    await link.probe();
    link.noteReached();
    expect(link.connection()).toBe("fine");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toBe(1);
  });

  it("is probed once, however many calls fail together", async () => {
    for (let call = 0; call < 5; call++) link.noteUnreached();
    await settle();
    expect(asked).toBe(1);
  });
});
