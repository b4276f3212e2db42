import { describe, expect, it } from "vitest";
import type { Replacement, Selected } from "./editing.selection.ts";
import { applyMark, continueLine, type Mark, pasteLink } from "./editing.ts";
import { findPlaceholder, markdownOf, placeholderOf, withoutPlaceholders } from "./editing.uploads.ts";

/** Changes a text whose selection is marked with `⟦…⟧`, and shows the result the same way. */
function change(marked: string, by: (selected: Selected) => Replacement | null): string {
  const start = marked.indexOf("⟦");
  const end = marked.indexOf("⟧") - 1;
  const text = marked.replace(/[⟦⟧]/g, "");
  const done = by({ text, start, end });
  if (!done) return marked;
  const result = text.slice(0, done.from) + done.insert + text.slice(done.to);
  return `${result.slice(0, done.start)}⟦${result.slice(done.start, done.end)}⟧${result.slice(done.end)}`;
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
    ["heading", "⟦Why⟧", "## Why⟦⟧"],
    ["heading", "### ⟦Why⟧", "Why⟦⟧"],
    ["numbers", "⟦a\nb⟧", "⟦1. a\n2. b⟧"],
    ["numbers", "⟦1. a\n2. b⟧", "⟦a\nb⟧"],
    ["fence", "x⟦⟧", "x\n```\n⟦code⟧\n```"],
    ["fence", "⟦```\na\n```⟧\nb", "````\n⟦```\na\n```⟧\n````\nb"],
  ])("%s turns '%s' into '%s'", (mark, before, after) => {
    expect(change(before, (selected) => applyMark(mark, selected))).toBe(after);
  });
});

describe("Enter", () => {
  it.each([
    ["- a⟦⟧", "- a\n- ⟦⟧"],
    ["  * a⟦⟧ b", "  * a\n  * ⟦⟧ b"],
    ["9. a⟦⟧", "9. a\n10. ⟦⟧"],
    ["- [x] a⟦⟧", "- [x] a\n- [ ] ⟦⟧"],
    ["> a⟦⟧", "> a\n> ⟦⟧"],
    ["- a\n- ⟦⟧", "- a\n⟦⟧"],
    ["a⟦⟧", "a⟦⟧"],
    ["-a⟦⟧", "-a⟦⟧"],
    ["- ⟦a⟧", "- ⟦a⟧"],
    ["```\n- a⟦⟧", "```\n- a⟦⟧"],
    ["```ts\n  if (a) {⟦⟧\n```", "```ts\n  if (a) {\n  ⟦⟧\n```"],
    ["```\na\n```\n- a⟦⟧", "```\na\n```\n- a\n- ⟦⟧"],
  ])("in '%s' gives '%s'", (before, after) => {
    expect(change(before, continueLine)).toBe(after);
  });
});

describe("pasting an address", () => {
  it.each([
    ["see ⟦this⟧.", "https://example.org/a ", "see [this](https://example.org/a)⟦⟧."],
    ["see ⟦⟧", "https://example.org", "see ⟦⟧"],
    ["⟦https://example.com⟧", "https://example.org", "⟦https://example.com⟧"],
    ["⟦this⟧", "javascript:alert(1)", "⟦this⟧"],
  ])("over '%s', %s, gives '%s'", (before, address, after) => {
    expect(change(before, (selected) => pasteLink(selected, address))).toBe(after);
  });
});

describe("a picture in a text", () => {
  const key = "5d8a-1";
  const holder = placeholderOf(key, "a [shot].png");

  it("has a placeholder until it is uploaded, which is found wherever it has moved", () => {
    const text = `before\n\n${holder}\nafter`;
    const place = findPlaceholder(text, key);
    expect(place && text.slice(place.from, place.to)).toBe(holder);
    expect(findPlaceholder("deleted", key)).toBeNull();
  });

  it("becomes Markdown once uploaded", () => {
    const media = { type: "IMAGE", url: "/uploads/x.png" };
    expect(markdownOf(media, "a [shot].png")).toBe("![a shot](/uploads/x.png)");
    expect(markdownOf({ type: "VIDEO", url: "https://example.org/v.mp4" }, "v.mp4")).toBe(
      "[v](https://example.org/v.mp4)",
    );
  });

  it("leaves nothing behind when the upload fails", () => {
    expect(withoutPlaceholders(`a\n${holder}\nb ${placeholderOf("k", "x")}`)).toBe("a\nb ");
  });
});
