import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { announceChain, findRunningChain } from "./running-chain.ts";

it("reports where the local chain listens for as long as its process lives", () => {
  const dir = mkdtempSync(join(tmpdir(), "bbux-chain-"));
  expect(findRunningChain(dir)).toBeNull();
  const takeBack = announceChain(dir, "http://127.0.0.1:8899");
  expect(findRunningChain(dir)).toBe("http://127.0.0.1:8899");
  takeBack();
  expect(findRunningChain(dir)).toBeNull();
});

it("ignores what a killed process left behind and anything incomplete", () => {
  const dir = mkdtempSync(join(tmpdir(), "bbux-chain-"));
  // Above the highest possible process id.
  for (const text of ['{"url":"http://127.0.0.1:8899","pid":4194999}', '{"url":"http', '{"pid":1}', ""]) {
    writeFileSync(join(dir, "chain.json"), text);
    expect(findRunningChain(dir), text).toBeNull();
  }
});
