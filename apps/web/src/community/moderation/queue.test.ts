import { describe, expect, it } from "vitest";
import { step, successor } from "./queue.ts";

const keys = ["post-1", "answer-2", "user-3"];

describe("the queue by keyboard", () => {
  it("moves forward and back, and stops at the ends", () => {
    expect(step(keys, null, 1)).toBe("post-1");
    expect(step(keys, null, -1)).toBe("user-3");
    expect(step(keys, "post-1", 1)).toBe("answer-2");
    expect(step(keys, "user-3", 1)).toBe("user-3");
    expect(step(keys, "post-1", -1)).toBe("post-1");
    expect(step([], null, 1)).toBeNull();
  });

  it("moves to the case after a decided one, or to the one before it", () => {
    expect(successor(keys, "post-1")).toBe("answer-2");
    expect(successor(keys, "user-3")).toBe("answer-2");
    expect(successor(["post-1"], "post-1")).toBeNull();
  });
});
