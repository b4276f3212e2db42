import { describe, expect, it } from "vitest";
import { AppError } from "../errors/errors.ts";
import { assertClean } from "./clean.ts";

function refusalOf(value: unknown): { code: string; details: unknown } | null {
  try {
    assertClean(value);
    return null;
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, details: error.details };
    throw error;
  }
}

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);

describe("input", () => {
  it.each([undefined, null, 1, true, "text", "🔑", "\u200b", [], {}, { a: ["b", { c: "d" }] }, nested(32)])(
    "%j passes",
    (value) => expect(refusalOf(value)).toBeNull(),
  );

  it.each<[unknown, string]>([
    ["\0", ""],
    [{ title: "a\0" }, "title"],
    [{ a: { b: ["x", "\ud800"] } }, "a.b.1"],
    [[{ code: "\udc00" }], "0.code"],
  ])("%j is refused with the name of the field [C5.45]", (value, field) => {
    expect(refusalOf(value)).toEqual({
      code: "VALIDATION_ERROR",
      details: [{ field, message: "Text must not contain NUL or lone surrogate characters" }],
    });
  });

  it("is refused when nested deeper than any call needs", () => {
    expect(refusalOf(nested(33))).toMatchObject({ code: "VALIDATION_ERROR" });
    expect(refusalOf(nested(5_000))).toMatchObject({ code: "VALIDATION_ERROR" });
  });
});
