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
  it("is fine when one call fails and the server gives a sign of life", async () => {
    link.noteUnreached();
    await settle();
    expect([link.connection(), asked]).toEqual(["fine", 1]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toBe(1);
  });

  it("is lost when the sign of life fails, too, and comes back by itself", async () => {
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

  it("is asked after less and less often while the server is gone, never less than every 20 s", async () => {
    answer = gone;
    link.noteUnreached();
    await settle();
    await vi.advanceTimersByTimeAsync(2_000 + 4_000 + 8_000 + 16_000);
    expect(asked).toBe(5);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toBe(8);
  });

  it("says offline when the device does", async () => {
    answer = gone;
    vi.stubGlobal("navigator", { onLine: false });
    await link.probe();
    expect(link.connection()).toBe("offline");
  });

  it("believes an answer more than the device: a server on this machine needs no network", async () => {
    vi.stubGlobal("navigator", { onLine: false });
    await link.probe();
    expect(link.connection()).toBe("fine");
  });

  it("takes a proxy's word for a server that is gone", async () => {
    answer = () => Promise.resolve(new Response("", { status: 502 }));
    await link.probe();
    expect(link.connection()).toBe("unreachable");
  });

  it("is fine again with the first answer that anybody gets", async () => {
    answer = gone;
    await link.probe();
    link.noteReached();
    expect(link.connection()).toBe("fine");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toBe(1);
  });

  it("asks once, however many calls fail together", async () => {
    for (let call = 0; call < 5; call++) link.noteUnreached();
    await settle();
    expect(asked).toBe(1);
  });
});
