import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { shareAmongTabs } from "./tabs.ts";

/** The subset of the Web Locks API in use: one holder, a queue, and leaving it. */
function fakeLocks() {
  const queue: { run: () => Promise<void>; left: boolean }[] = [];
  let held = false;
  const next = () => {
    const first = queue.find(({ left }) => !left);
    if (held || !first) return;
    queue.splice(queue.indexOf(first), 1);
    held = true;
    void first.run().then(() => {
      held = false;
      next();
    });
  };
  return {
    async request(_name: string, { signal }: { signal: AbortSignal }, run: () => Promise<void>) {
      const waiting = { run, left: false };
      signal.addEventListener("abort", () => {
        waiting.left = true;
      });
      queue.push(waiting);
      next();
    },
  };
}

const open = new Set<() => void>();
function tab() {
  const heard: number[] = [];
  const leads: { publish: (news: number) => void; ended: boolean }[] = [];
  const end = shareAmongTabs<number>({
    name: "test",
    lead(publish) {
      const led = { publish, ended: false };
      leads.push(led);
      return () => {
        led.ended = true;
      };
    },
    onNews: (news) => heard.push(news),
  });
  open.add(end);
  return { heard, leads, end };
}

describe("shareAmongTabs", () => {
  beforeEach(() => {
    vi.stubGlobal("navigator", { locks: fakeLocks() });
  });
  afterEach(() => {
    for (const end of open) end();
    open.clear();
    vi.unstubAllGlobals();
  });

  it("lets one tab lead and all of them receive", async () => {
    const [first, second] = [tab(), tab()];
    expect([first.leads.length, second.leads.length]).toEqual([1, 0]);
    first.leads[0]?.publish(5);
    // Received twice if the second tab's question arrives in between, which is harmless.
    await expect.poll(() => new Set(second.heard)).toEqual(new Set([5]));
    expect(first.heard).toEqual([5]);
  });

  it("sends a new tab the known state", async () => {
    const first = tab();
    first.leads[0]?.publish(5);
    const late = tab();
    await expect.poll(() => late.heard).toEqual([5]);
  });

  it("passes the lead on when the first tab closes, and never to a tab that left the queue", async () => {
    const [first, second, third] = [tab(), tab(), tab()];
    second.end();
    first.end();
    expect(first.leads[0]?.ended).toBe(true);
    await expect.poll(() => third.leads.length).toBe(1);
    expect(second.leads).toEqual([]);
    third.leads[0]?.publish(6);
    expect([third.heard.at(-1), first.heard]).toEqual([6, []]);
  });

  it("lets each tab lead where there are no locks", () => {
    vi.stubGlobal("navigator", {});
    const [first, second] = [tab(), tab()];
    second.leads[0]?.publish(7);
    expect([first.leads.length, first.heard, second.heard]).toEqual([1, [], [7]]);
  });
});
