import { expect, it } from "vitest";
import * as posts from "./StatusBadge.posts.ts";
import * as others from "./StatusBadge.statuses.ts";
import type { StatusFacts } from "./StatusBadge.tones.ts";

it("gives one word one color, on every screen", () => {
  const tones = new Map<string, string>();
  for (const table of Object.values({ ...posts, ...others })) {
    for (const { label, tone } of Object.values<StatusFacts>(table)) {
      expect([label, tones.get(label) ?? tone]).toEqual([label, tone]);
      tones.set(label, tone);
    }
  }
  expect(tones.get("Completed")).toBe("good");
});
