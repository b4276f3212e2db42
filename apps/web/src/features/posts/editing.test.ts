import { describe, expect, it } from "vitest";
import { applyMark, type Mark } from "./editing.ts";

/** Applies a mark to a text whose selection is written as `[…]`, and shows the result the same way. */
function apply(mark: Mark, marked: string): string {
  const start = marked.indexOf("⟦");
  const end = marked.indexOf("⟧") - 1;
  const text = marked.replace(/[⟦⟧]/g, "");
  const change = applyMark(mark, { text, start, end });
  const result = text.slice(0, change.from) + change.insert + text.slice(change.to);
  return `${result.slice(0, change.start)}⟦${result.slice(change.start, change.end)}⟧${result.slice(change.end)}`;
}

describe("the editor's toolbar", () => {
  it.each<[Mark, string, string]>([
    ["bold", "a ⟦b⟧ c", "a **⟦b⟧** c"],
    ["bold", "a **⟦b⟧** c", "a ⟦b⟧ c"],
    ["bold", "⟦⟧", "**⟦bold text⟧**"],
    ["italic", "⟦x⟧", "_⟦x⟧_"],
    ["code", "⟦x⟧", "`⟦x⟧`"],
    ["math", "⟦x^2⟧", "$⟦x^2⟧$"],
    ["link", "see ⟦here⟧", "see [here](⟦https://⟧)"],
    ["link", "see ⟦https://example.org⟧", "see [⟦⟧](https://example.org)"],
    ["link", "⟦⟧", "[link text](⟦https://⟧)"],
    ["list", "⟦⟧", "- ⟦⟧"],
    ["list", "x\n⟦a\nb⟧\ny", "x\n⟦- a\n- b⟧\ny"],
    ["list", "⟦- a\n- b⟧", "⟦a\nb⟧"],
    ["quote", "one ⟦two⟧", "> one two⟦⟧"],
  ])("%s turns '%s' into '%s'", (mark, before, after) => {
    expect(apply(mark, before)).toBe(after);
  });
});
