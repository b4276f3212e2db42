import { expect, it } from "vitest";
import { ERROR_CODES, ERRORS, type ErrorCode } from "./errors.ts";

/** Nothing is left to do about these, or the field or form that they are shown at says it. */
const FINAL: readonly ErrorCode[] = [
  ...(["INSUFFICIENT_BALANCE", "WRONG_PASSWORD", "INVALID_CREDENTIALS", "USERNAME_TAKEN"] as const),
  ...([
    "OWN_CONTENT",
    "OWN_RATING",
    "PASSWORD_UNCHANGED",
    "NOT_FOUND",
    "CONTENT_HIDDEN",
    "NO_UNPAID_BOUNTY",
    "TRANSACTION_FAILED",
  ] as const),
  ...(["REFUND_WINDOW_CLOSED", "OBJECTION_NOT_OPEN", "OBJECTION_SETTLED", "VOTING_CLOSED", "ALREADY_VOTED"] as const),
  ...(["ALREADY_APPEALED", "NO_APPEAL", "ALREADY_FLAGGED", "ALREADY_ACCEPTED", "POST_CLOSED"] as const),
];

it.each(ERROR_CODES.filter((code) => !FINAL.includes(code)))("%s says what happened, and what to do", (code) => {
  const { message } = ERRORS[code];
  const sentences = message.split(/(?<=[.:”]) /);
  expect(sentences.length > 1 || /^(?:Please|Enter|Confirm) | so (?:another|someone)/.test(message), message).toBe(
    true,
  );
  if (sentences.length > 1) expect(message).toMatch(/[.)]$/);
});

it.each(FINAL)("%s is one sentence, without a full stop", (code) => {
  expect(ERRORS[code].message).toMatch(/^[A-Z][^.]*[^.]$/);
});
