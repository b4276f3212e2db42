import { expect, it } from "vitest";
import { anchoredId } from "./anchor.ts";

it.each([
  ["answer-12", "answer", "12"],
  ["#comment-9223372036854775807", "comment", "9223372036854775807"],
  ["comment-12", "answer", null],
  ["answer-12", "comment", null],
  ["answer-", "answer", null],
  ["answer-1x", "answer", null],
  ["answers", "answer", null],
  ["", "answer", null],
] as const)("the address #%s searches the %ss for %s", (hash, kind, id) => {
  expect(anchoredId(hash, kind)).toBe(id);
});
