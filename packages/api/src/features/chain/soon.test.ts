import { describe, expect, it } from "vitest";
import { soon } from "./soon.ts";

describe("a call that waits for the chain", () => {
  it("answers its member in time when the node is silent, and passes on what the node says else [C7.70]", async () => {
    await expect(soon(new Promise(() => {}), 10)).rejects.toMatchObject({ name: "ChainError", code: "UNREACHABLE" });
    await expect(soon(Promise.resolve(7), 10)).resolves.toBe(7);
    await expect(soon(Promise.reject(new Error("refused")), 10)).rejects.toThrow("refused");
  });
});
