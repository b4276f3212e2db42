import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Blockhashes } from "./blockhashes.ts";
import { type Anchor, FIRST_SLOT, SlotClock } from "./clock.ts";

const START = 1_800_000_000_000;
let anchors: Anchor[];
beforeEach(() => {
  vi.useFakeTimers({ now: START });
  anchors = [];
});
afterEach(() => {
  vi.useRealTimers();
});

const clock = (anchor: Anchor = { slot: FIRST_SLOT, ms: START }, floor?: number) =>
  new SlotClock({
    slotMs: 400,
    confirmedAfter: 1,
    finalizedAfter: 8,
    anchor,
    floor,
    onAnchor: (each) => anchors.push(each),
  });

describe("the chain's clock", () => {
  it("follows the wall clock, even across time when nothing was running", () => {
    const first = clock();
    vi.setSystemTime(START + 4_000);
    expect([first.slot(), first.slot("confirmed"), first.slot("finalized")]).toEqual([
      FIRST_SLOT + 10,
      FIRST_SLOT + 9,
      FIRST_SLOT + 2,
    ]);
    vi.setSystemTime(START + 400_000);
    expect(clock().slot()).toBe(FIRST_SLOT + 1_000);
  });

  it("neither goes back nor stalls when the wall clock is set back", () => {
    const running = clock();
    vi.setSystemTime(START + 40_000);
    expect(running.slot()).toBe(FIRST_SLOT + 100);
    vi.setSystemTime(START - 3_600_000);
    expect(running.slot()).toBe(FIRST_SLOT + 100);
    vi.setSystemTime(START - 3_600_000 + 4_000);
    expect(running.slot()).toBe(FIRST_SLOT + 110);
    expect(anchors).toEqual([{ slot: FIRST_SLOT + 100, ms: START - 3_600_000 }]);
  });

  it("doesn't go back when the wall clock was set back while it was stopped", () => {
    vi.setSystemTime(START - 3_600_000);
    const restarted = clock(undefined, FIRST_SLOT + 500);
    expect(restarted.slot()).toBe(FIRST_SLOT + 500);
    vi.setSystemTime(START - 3_600_000 + 400);
    expect(restarted.slot()).toBe(FIRST_SLOT + 501);
  });

  it("skips slots on request and continues from there", () => {
    const running = clock();
    running.advance(100);
    expect(running.slot()).toBe(FIRST_SLOT + 100);
    vi.setSystemTime(START + 800);
    expect(running.slot()).toBe(FIRST_SLOT + 102);
    expect(anchors).toEqual([{ slot: FIRST_SLOT + 100, ms: START }]);
  });

  it("stops while paused, but can still be advanced", () => {
    const running = clock();
    running.pause();
    vi.setSystemTime(START + 40_000);
    expect(running.slot()).toBe(FIRST_SLOT);
    running.advance(3);
    expect(running.slot()).toBe(FIRST_SLOT + 3);
    running.resume();
    vi.setSystemTime(START + 40_400);
    expect(running.slot()).toBe(FIRST_SLOT + 4);
  });
});

describe("blockhashes", () => {
  const hashes = new Blockhashes(Buffer.alloc(32, 1));

  it("are valid from their own slot and for 150 more", () => {
    const hash = hashes.of(5_000);
    expect(hashes.usable(hash, 4_999, 5_100)).toBeUndefined();
    expect(hashes.usable(hash, 5_000, 5_100)).toBe(5_000);
    expect(hashes.usable(hash, 5_150, 5_150)).toBe(5_000);
    expect(hashes.usable(hash, 5_151, 5_151)).toBeUndefined();
  });

  it("differ between chains", () => {
    expect(new Blockhashes(Buffer.alloc(32, 2)).of(5_000)).not.toBe(hashes.of(5_000));
  });
});
