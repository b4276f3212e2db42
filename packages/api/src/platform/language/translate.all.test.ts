import { describe, expect, it } from "vitest";
import german from "./catalogs/de.json" with { type: "json" };
import { PARTS } from "./parts.ts";
import { translate, translatorOf } from "./translate.ts";

const MARK = /\{(\d+)\}/g;
/** A value that no sentence has, so that it is found again. */
const VALUE = "qx7";
const SENTENCES = Object.keys(german);
/** What joins sentences, or is a value itself, stands inside of others only. */
const whole = SENTENCES.filter((sentence) => !PARTS.has(sentence) && /\p{L}{3}/u.test(sentence.replaceAll(MARK, "")));
const bracketed = translatorOf(Object.fromEntries(SENTENCES.map((sentence) => [sentence, `⟦${sentence}⟧`])));
const filled = (sentence: string) => sentence.replaceAll(MARK, VALUE);

describe("every sentence that the server can send", () => {
  it("is found as the one that it was made from, whatever its values, and as a whole", () => {
    const wrong = whole.filter((sentence) => bracketed(filled(sentence)) !== `⟦${filled(sentence)}⟧`);
    expect(wrong.map((sentence) => `${sentence} → ${bracketed(filled(sentence))}`)).toEqual([]);
  });

  it("has its values where the translation has them, in each language", () => {
    for (const language of ["de", "es", "ja"] as const)
      for (const sentence of whole) {
        const values = sentence.match(MARK)?.length ?? 0;
        expect(translate(language, filled(sentence)).split(VALUE).length - 1, `${language}: ${sentence}`).toBe(values);
      }
  });
});

describe("a value that our code made", () => {
  it.each([
    [
      "It's held until November 25, 2026 at 10:20 AM UTC, because your account is frozen.",
      "25. November 2026 um 10:20 UTC",
    ],
    ["From November 30, 2026 at 10:44 PM UTC on, withdrawals can go to any address.", "30. November 2026 um 22:44 UTC"],
    ["The Acme account ada can now sign in to your account.", "Konto ada bei Acme"],
    ["Fee on a bounty must be at most 10%", "Gebühr auf eine Prämie"],
    ["The bounty of 1,234.5 BBUX on “1.5 or 2” is paid as announced", "1.234,5 BBUX"],
    ["Fee on a bounty: 5% → 4%", "Gebühr auf eine Prämie: 5% → 4%"],
  ])("is translated inside of %s", (sentence, part) => {
    expect(translate("de", sentence)).toContain(part);
  });

  it("is translated where it stands alone", () => {
    expect(translate("ja", "Chrome on Linux")).toBe("LinuxのChrome");
    expect(translate("de", "A browser on Android")).not.toContain("browser on");
  });

  it("leaves what members wrote as it is, even if it looks like one", () => {
    expect(translate("de", "bob answered “1,234.5 on Linux”")).toContain("“1,234.5 on Linux”");
    expect(translate("de", "Proposal 1234 carried out")).toContain("1234");
    expect(translate("de", "An admin ended all your sessions: Chrome on Linux")).toContain(": Chrome on Linux");
  });
});
