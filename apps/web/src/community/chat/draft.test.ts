import { LIMITS } from "@bbux/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { loadDraft, measure, saveDraft } from "./draft.ts";

describe("the text to send", () => {
  it("is trimmed, and empty text sends nothing [C5.36]", () => {
    expect(measure("  hello \n")).toMatchObject({ content: "hello", sendable: true, near: false });
    for (const empty of ["", "   ", "\n\t "]) expect(measure(empty).sendable).toBe(false);
  });

  it("has a maximum length, and the writer is warned near it", () => {
    expect(measure(`${"a".repeat(LIMITS.message)}  `)).toMatchObject({ sendable: true, left: 0, near: true });
    expect(measure("a".repeat(LIMITS.message + 3))).toMatchObject({ sendable: false, left: -3, near: true });
    expect(measure("a".repeat(LIMITS.message - 101)).near).toBe(false);
  });
});

describe("a draft", () => {
  const kept = new Map<string, string>();
  beforeEach(() =>
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    }),
  );
  afterEach(() => {
    kept.clear();
    vi.unstubAllGlobals();
  });

  it("is kept per member and room until it is emptied", () => {
    saveDraft("1", "help", "not yet sent");
    expect([loadDraft("1", "help"), loadDraft("1", "global-chat"), loadDraft("2", "help")]).toEqual([
      "not yet sent",
      "",
      "",
    ]);
    saveDraft("1", "help", " ");
    expect([loadDraft("1", "help"), kept.size]).toEqual(["", 0]);
  });

  it("works without storage", () => {
    vi.stubGlobal("localStorage", undefined);
    saveDraft("1", "help", "text");
    expect(loadDraft("1", "help")).toBe("");
  });
});
