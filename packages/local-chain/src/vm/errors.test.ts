import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { errorMessage, INSTRUCTION_ERRORS, TRANSACTION_ERRORS } from "./errors.ts";

describe("errors of the VM", () => {
  const types = readFileSync(createRequire(import.meta.url).resolve("litesvm/dist/internal.d.ts"), "utf8");

  it.each([
    ["TransactionErrorFieldless", TRANSACTION_ERRORS],
    ["InstructionErrorFieldless", INSTRUCTION_ERRORS],
  ])("use the names that this version of the VM assigns to its numbers: %s", (name, names) => {
    const [, body = ""] = new RegExp(`const enum ${name} \\{([^}]*)\\}`).exec(types) ?? [];
    const numbered = [...body.matchAll(/(\w+) = (\d+)/g)].map(([, each, number]) => [each, Number(number)]);
    expect(names.map((each, number) => [each, number])).toEqual(numbered);
  });

  it.each([
    ["BlockhashNotFound", "Blockhash not found"],
    [{ InstructionError: [2, { Custom: 255 }] }, "Error processing Instruction 2: custom program error: 0xff"],
    [{ InstructionError: [0, "InsufficientFunds"] }, "Error processing Instruction 0: insufficient funds"],
    [
      { InsufficientFundsForRent: { account_index: 1 } },
      "Transaction results in an account (1) with insufficient funds for rent",
    ],
  ])("read like a node's messages: %j", (error, message) => {
    expect(errorMessage(error)).toBe(message);
  });
});
