import { expect, it } from "vitest";
import { emojiData } from "./emoji.data.ts";

it("every emoji has a named group, a name, keywords and skin tones", async () => {
  const { emojis, categories, skinTones } = await emojiData();
  expect(emojis.length).toBeGreaterThan(1_500);
  const groups = new Set(categories.map(({ index }) => index));
  expect(emojis.filter(({ category, label, emoji }) => !groups.has(category) || !label || !emoji)).toEqual([]);
  expect(categories.map(({ label }) => label)).toContain("Smileys & emotion");
  expect(emojis.find(({ emoji }) => emoji === "👋")?.skins?.dark).toBe("👋🏿");
  expect(emojis.find(({ label }) => label === "Thumbs up")?.tags).toContain("+1");
  expect(Object.values(skinTones).every((name) => name.length > 3)).toBe(true);
});
