import { createPlatformWallet } from "@bbux/chain";
import { describe, expect, it } from "vitest";
import { EnvError, readEnv } from "./env.ts";

const COLD = createPlatformWallet(new Uint8Array(32).fill(5)).address;

describe("the variables of the cold wallet", () => {
  it("may all be absent, and then nothing is moved", () => {
    const { COLD_WALLET_ADDRESS, HOT_WALLET_CEILING } = readEnv({});
    expect([COLD_WALLET_ADDRESS, HOT_WALLET_CEILING]).toEqual([undefined, undefined]);
  });

  it("are taken as they are", () => {
    const given = { COLD_WALLET_ADDRESS: COLD, HOT_WALLET_CEILING: "20.5" };
    expect(readEnv(given)).toMatchObject(given);
    // Its SOL counts in the reserves, whether anything is moved there or not.
    expect(readEnv({ COLD_WALLET_ADDRESS: COLD })).toMatchObject({ COLD_WALLET_ADDRESS: COLD });
  });

  it.each([
    ["no address", { COLD_WALLET_ADDRESS: "my wallet" }, /COLD_WALLET_ADDRESS.*must be a wallet's address/s],
    ["a truncated address", { COLD_WALLET_ADDRESS: COLD.slice(0, 30) }, /COLD_WALLET_ADDRESS.*must be a wallet's/s],
    ["a program", { COLD_WALLET_ADDRESS: "1".repeat(32) }, /COLD_WALLET_ADDRESS.*program/s],
    ["a ceiling without a cold wallet", { HOT_WALLET_CEILING: "20" }, /must be set with COLD_WALLET_ADDRESS/],
    ["a ceiling that is no amount", { COLD_WALLET_ADDRESS: COLD, HOT_WALLET_CEILING: "a lot" }, /HOT_WALLET_CEILING/],
    ["a negative ceiling", { COLD_WALLET_ADDRESS: COLD, HOT_WALLET_CEILING: "-1" }, /HOT_WALLET_CEILING/],
    [
      "more decimals than SOL has",
      { COLD_WALLET_ADDRESS: COLD, HOT_WALLET_CEILING: "1.0000000001" },
      /HOT_WALLET_CEILING.*decimals/s,
    ],
    [
      "a ceiling at the floor",
      { COLD_WALLET_ADDRESS: COLD, HOT_WALLET_CEILING: "5", HOT_WALLET_FLOOR: "5" },
      /HOT_WALLET_CEILING must be more than HOT_WALLET_FLOOR/,
    ],
  ])("refuse %s, and say why", (_, given, message) => {
    expect(() => readEnv(given)).toThrow(EnvError);
    expect(() => readEnv(given)).toThrow(message);
  });
});
