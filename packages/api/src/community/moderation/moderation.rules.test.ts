import { describe, expect, it } from "vitest";
import type { Verdict } from "../../platform/errors/errors.ts";
import { reasonOf } from "./flag.command.ts";
import {
  isOwnCase,
  mayAppeal,
  mayClose,
  mayDecideAppeal,
  mayFlag,
  mayHide,
  mayJudge,
  mayRestore,
} from "./moderation.rules.ts";

const codeOf = (verdict: Verdict) => (verdict.ok ? "ok" : verdict.error.code);
const judge = (id = "9", interest: { interested?: boolean; rival?: boolean } = {}) => ({
  ...{ interested: false, rival: false, accounts: ["90", id], isAlone: false },
  ...interest,
});
const target = (state: "VISIBLE" | "HIDDEN" | "DELETED", kind = "post") => ({ kind, authorId: "1", state });

describe("flagging content", () => {
  it("is open to everyone but its author", () => {
    expect(codeOf(mayFlag(target("VISIBLE"), "2"))).toBe("ok");
    expect(codeOf(mayFlag(target("VISIBLE"), "1"))).toBe("OWN_CONTENT");
    expect(codeOf(mayFlag(target("VISIBLE", "user"), "1"))).toBe("OWN_CONTENT");
  });

  it.each([
    ["SPAM", "SPAM"],
    ["off-topic", "OFF_TOPIC"],
    [" Wrong information ", "WRONG_INFORMATION"],
    ["It is spam", null],
  ])("reads %s as %s", (said, reason) => {
    expect(reasonOf(said)).toBe(reason);
  });
});

describe("hiding and restoring", () => {
  it.each([
    ["VISIBLE", "post", "9", "ok", "CONFLICT"],
    ["HIDDEN", "answer", "9", "CONFLICT", "ok"],
    ["DELETED", "comment", "9", "CONFLICT", "CONFLICT"],
    ["VISIBLE", "user", "9", "BAD_REQUEST", "CONFLICT"],
    ["VISIBLE", "post", "1", "OWN_DECISION", "OWN_DECISION"],
    ["HIDDEN", "post", "1", "OWN_DECISION", "OWN_DECISION"],
  ] as const)("of what is %s (%s), by %s: %s, %s", (state, kind, by, hide, restore) => {
    expect(codeOf(mayHide(target(state, kind), judge(by)))).toBe(hide);
    expect(codeOf(mayRestore(target(state, kind), judge(by)))).toBe(restore);
    expect(codeOf(mayJudge(target(state, kind), judge(by)))).toBe(by === "1" ? "OWN_DECISION" : "ok");
  });
});

describe.each([
  ["asked or answered the question", { interested: true }],
  ["has a part in another question with the member", { rival: true }],
])("a moderator or an admin who %s", (_, interest) => {
  it("decides nothing about the author there", () => {
    const rival = judge("9", interest);
    for (const verdict of [
      mayJudge(target("VISIBLE"), rival),
      mayHide(target("VISIBLE", "answer"), rival),
      mayRestore(target("HIDDEN", "answer"), rival),
      mayClose({ authorId: "1", status: "OPEN" }, rival),
      mayDecideAppeal({ authorId: "1", hiddenBy: "8", restored: false, appeal: "OPEN" }, rival),
    ]) {
      expect(codeOf(verdict)).toBe("HAS_INTEREST");
    }
    expect(codeOf(mayJudge(target("VISIBLE"), judge("1", interest)))).toBe("OWN_DECISION");
  });
});

describe("appeals of hidden content", () => {
  const hiding = (appeal: string | null, restored = false) => ({ authorId: "1", hiddenBy: "9", restored, appeal });

  it.each([
    [hiding(null), "ok"],
    [hiding(null, true), "NO_APPEAL"],
    [hiding("OPEN"), "ALREADY_APPEALED"],
    [hiding("DENIED"), "ALREADY_APPEALED"],
    [hiding("GRANTED", true), "ALREADY_APPEALED"],
  ])("%o can be made: %s", (of, code) => {
    expect(codeOf(mayAppeal(of))).toBe(code);
  });

  it.each([
    ["OPEN", judge("8"), "ok"],
    ["OPEN", judge("9"), "OWN_DECISION"],
    ["OPEN", { ...judge("9"), isAlone: true }, "ok"],
    ["OPEN", judge("1"), "OWN_DECISION"],
    ["DENIED", judge("8"), "NO_APPEAL"],
    [null, judge("8"), "NO_APPEAL"],
  ])("%s, by %o, are decided: %s", (appeal, by, code) => {
    expect(codeOf(mayDecideAppeal(hiding(appeal), by))).toBe(code);
    expect(isOwnCase(hiding(appeal), by)).toBe(code === "OWN_DECISION");
  });
});

describe("closing a post", () => {
  it.each([
    ["OPEN", "9", "ok"],
    ["OPEN", "1", "OWN_DECISION"],
    ["CLOSED", "9", "POST_CLOSED"],
    ["COMPLETED", "9", "ALREADY_ACCEPTED"],
  ] as const)("that is %s, by %s: %s [C6.25]", (status, by, code) => {
    expect(codeOf(mayClose({ authorId: "1", status }, judge(by)))).toBe(code);
  });
});
