import { TRUST_LEVELS, type TrustLevel } from "@bbux/contract";
import { describe, expect, it } from "vitest";
import { hear, type Press } from "./press.ts";
import { GROUPS, isFor, SHORTCUTS, type Who } from "./registry.ts";

const press = (key: string, held: Partial<Press> = {}): Press => {
  return { key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, repeat: false, ...held };
};
const heard = (pending: string | null, key: string, held: Partial<Press> = {}) => {
  const { shortcuts, pending: next } = hear(SHORTCUTS, pending, press(key, held));
  return { ids: shortcuts.filter(({ run }) => run !== null).map(({ id }) => id), pending: next };
};

describe("the shortcut registry", () => {
  it("has no two active shortcuts for the same keys", () => {
    const keys = SHORTCUTS.filter(({ run }) => run !== null).map((shortcut) => shortcut.keys.join(" "));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("has no single key that also begins a two-key shortcut", () => {
    const first = SHORTCUTS.filter(({ keys }) => keys.length === 2 && keys[0] !== "Mod").map(({ keys }) => keys[0]);
    expect(SHORTCUTS.filter(({ keys }) => keys.length === 1 && first.includes(keys[0]))).toEqual([]);
  });

  it("gives each shortcut a unique id, a title, and a group that the sheet shows", () => {
    expect(new Set(SHORTCUTS.map(({ id }) => id)).size).toBe(SHORTCUTS.length);
    for (const { title, group } of SHORTCUTS) {
      expect(title).toMatch(/^[A-Z]/);
      expect(GROUPS).toContain(group);
    }
  });

  it.each<[Who, "user" | "moderator" | "admin" | null, boolean]>([
    ["everyone", null, true],
    ["member", null, false],
    ["member", "user", true],
    ["moderator", "user", false],
    ["moderator", "moderator", true],
    ["moderator", "admin", true],
    ["admin", "moderator", false],
    ["admin", "admin", true],
  ])("a shortcut for %s is offered to a person with the role %s: %s", (who, role, expected) => {
    expect(isFor(who, role && { role })).toBe(expected);
  });
});

it("what is for reviewers is offered to established members and staff", () => {
  const offered = (trustLevel: TrustLevel) => isFor("reviewer", { role: "user", trustLevel });
  expect(TRUST_LEVELS.filter(offered)).toEqual(["established", "staff"]);
});

describe("a pressed key", () => {
  it("runs its shortcut", () => {
    expect(heard(null, "j")).toEqual({ ids: ["next"], pending: null });
    expect(heard(null, "?", { shiftKey: true }).ids).toEqual(["help"]);
    expect(heard(null, "k", { ctrlKey: true }).ids).toEqual(["palette"]);
    expect(heard(null, "k", { metaKey: true }).ids).toEqual(["palette"]);
  });

  it("leads to a place after g, and runs its own shortcut without it", () => {
    expect(heard(null, "g")).toEqual({ ids: [], pending: "g" });
    expect(heard("g", "c")).toEqual({ ids: ["go:/community"], pending: null });
    expect(heard("g", "g").ids).toEqual(["go:/governance"]);
    expect(heard(null, "c").ids).toEqual(["chat"]);
    expect(heard("g", "x")).toEqual({ ids: [], pending: null });
  });

  it("repeats through a list when held, but neither votes again nor navigates", () => {
    expect(heard(null, "j", { repeat: true })).toEqual({ ids: ["next"], pending: null });
    expect(heard(null, "u", { repeat: true }).ids).toEqual([]);
    expect(heard("g", "g", { repeat: true })).toEqual({ ids: [], pending: "g" });
  });

  it("is recognized with Caps Lock on", () => {
    expect(heard(null, "J").ids).toEqual(["next"]);
  });

  it.each([
    ["j", { ctrlKey: true }],
    ["j", { metaKey: true }],
    ["j", { altKey: true }],
    ["J", { shiftKey: true }],
    ["k", { ctrlKey: true, shiftKey: true }],
    ["k", { ctrlKey: true, altKey: true }],
    ["k", { ctrlKey: true, metaKey: true }],
  ])("with a modifier is another key: %s %o", (key, held) => {
    expect(heard(null, key, held)).toEqual({ ids: [], pending: null });
  });
});
