import { describe, expect, it } from "vitest";
import { hidingState } from "./hidingState.ts";

const at = "2026-03-10T12:00:00.000Z";
const appeal = (status: "OPEN" | "GRANTED" | "DENIED") => ({
  status,
  reason: "It was on topic",
  createdAt: at,
  decidedAt: status === "OPEN" ? null : at,
  note: null,
});

describe("the state of hidden content", () => {
  it.each([
    [{ restoredAt: null, appeal: null }, "Hidden"],
    [{ restoredAt: null, appeal: appeal("OPEN") }, "Appealed"],
    [{ restoredAt: null, appeal: appeal("DENIED") }, "Hidden"],
    [{ restoredAt: at, appeal: appeal("GRANTED") }, "Restored"],
    [{ restoredAt: at, appeal: null }, "Restored"],
  ])("is said in a word", (item, label) => expect(hidingState(item).label).toBe(label));

  it("includes the outcome of an appeal, if there was one", () => {
    expect(hidingState({ restoredAt: null, appeal: null }).appeal).toBeNull();
    expect(hidingState({ restoredAt: null, appeal: appeal("DENIED") }).appeal).toContain("final");
  });
});
