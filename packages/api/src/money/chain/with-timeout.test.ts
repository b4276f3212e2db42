import { APP } from "@bbux/contract";
import { describe, expect, it } from "vitest";
import { CHAIN_PATIENCE_MS, withTimeout } from "./with-timeout.ts";

describe("a call that waits for the chain", () => {
  it("answers the member in time when the node is silent, and otherwise passes on the node's answer [C7.70]", async () => {
    await expect(withTimeout(new Promise(() => {}), 10)).rejects.toMatchObject({
      name: "ChainError",
      code: "UNREACHABLE",
    });
    await expect(withTimeout(Promise.resolve(7), 10)).resolves.toBe(7);
    await expect(withTimeout(Promise.reject(new Error("refused")), 10)).rejects.toThrow("refused");
  });

  it("gives up on the node before the member's client gives up on the platform [M7.06]", () => {
    expect(CHAIN_PATIENCE_MS).toBeLessThan(APP.requestTimeoutMs / 2);
  });
});
