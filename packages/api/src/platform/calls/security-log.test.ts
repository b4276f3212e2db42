import { expect, it } from "vitest";
import type { SecurityLine } from "../context/index.ts";
import { AppError } from "../errors/errors.ts";
import { noteSecurity } from "./security-log.ts";

const viewer = { id: "7", username: "ada", role: "user", suspended: false, emailVerified: true } as const;
const done = { ok: true, data: { success: true } } as const;
const refused = (code: ConstructorParameters<typeof AppError>[0]) =>
  ({ ok: false, error: new AppError(code) }) as const;

/** What one call writes to the security log. */
function linesOf(
  call: Parameters<typeof noteSecurity>[1],
  result: Parameters<typeof noteSecurity>[2],
  by: typeof viewer | null = viewer,
): SecurityLine[] {
  const lines: SecurityLine[] = [];
  noteSecurity({ viewer: by, logSecurity: (line) => lines.push(line) }, call, result);
  return lines;
}

it("names the member whom a sign-in let in, and nothing that was sent or returned", () => {
  const data = { success: true, token: "secret", user: { id: "9", email: "ada@example.org" } };
  const call = { path: "auth.login", type: "mutation" } as const;
  expect(linesOf(call, { ok: true, data }, null)).toEqual([
    { kind: "authentication", call: "auth.login", member: "9", outcome: "ok" },
  ]);
  expect(linesOf(call, refused("INVALID_CREDENTIALS"), null)).toEqual([
    { kind: "authentication", call: "auth.login", member: null, outcome: "INVALID_CREDENTIALS" },
  ]);
});

it("names the owner of the account that someone tries to enter, whoever is signed in", () => {
  const call = { path: "auth.login", type: "mutation", about: "9" } as const;
  expect(linesOf(call, refused("INVALID_CREDENTIALS"), null)).toMatchObject([{ member: "9" }]);
  expect(linesOf(call, refused("INVALID_CREDENTIALS"))).toMatchObject([{ member: "9" }]);
});

it("has changes of second factors and of the email address", () => {
  for (const path of ["factors.addPasskey", "factors.remove", "emailChange.request", "emailChange.undo"]) {
    expect(linesOf({ path, type: "mutation" }, done), path).toMatchObject([{ kind: "authentication", member: "7" }]);
  }
});

it("has every refusal with 403, reads included, and acts of staff and with money", () => {
  expect(linesOf({ path: "admin.members", type: "query" }, refused("FORBIDDEN"))).toEqual([
    { kind: "refused", call: "admin.members", member: "7", outcome: "FORBIDDEN" },
  ]);
  const staff = { path: "admin.setRole", type: "mutation" } as const;
  expect(linesOf(staff, done)).toMatchObject([{ kind: "staff", member: "7", outcome: "ok" }]);
  const money = { path: "wallet.withdraw", type: "mutation" } as const;
  expect(linesOf(money, refused("INSUFFICIENT_BALANCE"))).toMatchObject([
    { kind: "money", outcome: "INSUFFICIENT_BALANCE" },
  ]);
});

it("has no line for reads, visits and what members write", () => {
  expect(linesOf({ path: "auth.me", type: "query" }, done)).toEqual([]);
  expect(linesOf({ path: "auth.visit", type: "mutation" }, done)).toEqual([]);
  expect(linesOf({ path: "comments.create", type: "mutation" }, done)).toEqual([]);
  expect(linesOf({ path: "posts.get", type: "query" }, refused("NOT_FOUND"))).toEqual([]);
});
