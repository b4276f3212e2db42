import { expect, it } from "vitest";
import { createPaymentNotes } from "./payment-notes.ts";

const keysOf = (byte: number) => ({ key: new Uint8Array(32).fill(byte), ivKey: new Uint8Array(32).fill(byte + 100) });
const notes = createPaymentNotes(keysOf(1));
const note = {
  reference: "0b7b1c1e-5f0e-4c4e-9d3a-0a6d8f1f2a3b",
  userId: "9007199254740993",
  memberSince: new Date("2026-01-02T03:04:05.678Z"),
  amount: 18_446_744_073_709_551_615n,
};

it("a payment's note can be read with the platform's keys, is the same for every attempt, and says nothing to others", () => {
  const memo = notes.noteOf(note);
  expect(memo).toMatch(/^bbux:[\w-]{91}$/);
  expect(notes.noteOf(note)).toBe(memo);
  expect(notes.readNote(memo)).toEqual(note);
  expect(createPaymentNotes(keysOf(2)).readNote(memo)).toBeNull();
});

it("notes of two withdrawals differ from the first byte on", () => {
  const other = notes.noteOf({ ...note, reference: "0b7b1c1e-5f0e-4c4e-9d3a-0a6d8f1f2a3c" });
  expect(other.slice(0, 12)).not.toBe(notes.noteOf(note).slice(0, 12));
});

it("a memo that was changed, cut off or written by others is no note", () => {
  const memo = notes.noteOf(note);
  const changed = `${memo.slice(0, 40)}${memo[40] === "A" ? "B" : "A"}${memo.slice(41)}`;
  for (const text of ["", "bbux:", "hello", memo.slice(5), memo.slice(0, -4), changed]) {
    expect(notes.readNote(text), text).toBeNull();
  }
});

it.each([
  ["reference", { reference: "1" }],
  ["member", { userId: "-1" }],
  ["amount", { amount: -1n }],
])("a note with an impossible %s is refused", (_name, wrong) => {
  expect(() => notes.noteOf({ ...note, ...wrong })).toThrow(RangeError);
});
