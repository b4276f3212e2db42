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
  ["answer-12-comment-3", "answer", "12"],
  ["answer-12-comment-3", "comment", null],
] as const)("the address #%s searches the %ss for %s", (hash, kind, id) => {
  expect(anchoredId(hash, kind)).toBe(id);
});

it.each([
  ["answer-12-comment-3", "12", "3"],
  ["answer-12-comment-3", "13", null],
  ["comment-3", "12", null],
  ["answer-12", "12", null],
] as const)("the address #%s searches the comments on answer %s for %s", (hash, answerId, id) => {
  expect(anchoredId(hash, "comment", answerId)).toBe(id);
});
