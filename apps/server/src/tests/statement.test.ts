import { UNIT } from "@bbux/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTag, createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { ask, call, ok, refused, refusesField } from "./support.ts";

let t: TestApp;
let ada: TestMember;
let bob: TestMember;

beforeAll(async () => {
  t = await createTestApp();
  ada = await t.member("ada", { balance: 100n * UNIT });
  bob = await t.member("bob", { balance: 7n * UNIT });
  await createTag(t.database, "money");
  await ask(t, ada, { title: "With a bounty", bountyAmount: 2.5 });
  ok(await call(t, "POST", "/wallet/deposit", { as: ada, body: { amount: "0.25" } }));
});
afterAll(() => t.close());

const file = (query = "", as: TestMember = ada) => call(t, "GET", `/wallet/transactions/export${query}`, { as });
const lines = (text: string) =>
  text
    .trimEnd()
    .split("\r\n")
    .map((line) => line.split(","));

describe("the statement as a file", () => {
  it("is a CSV with a row for each of the caller's transactions, newest first, with signed decimal amounts", async () => {
    const response = await file();
    expect(response.statusCode).toBe(200);
    expect(response.headers["content-type"]).toBe("text/csv; charset=utf-8; header=present");
    expect(response.headers["content-disposition"]).toMatch(
      /^attachment; filename="bbux-transactions-\d{4}-\d\d-\d\d\.csv"$/,
    );
    const [head, ...rows] = lines(response.body);
    expect(head?.slice(0, 5)).toEqual(["number", "date", "type", "status", "amount_bbux"]);
    expect(rows.map((row) => row.slice(2, 5))).toEqual([
      ["manual_deposit", "pending", "0.25"],
      ["bounty", "completed", "-2.625"],
      ["direct_deposit", "completed", "100"],
    ]);
    expect(rows[1]?.[7]).toBe("97.375");
    expect(lines((await file("", bob)).body)).toHaveLength(2);
  });

  it("accepts the list's filters, and returns the same rows", async () => {
    for (const query of ["?status=pending", "?type=bounty", "?from=2000-01-01&to=2000-01-02", "?type=unheard_of"]) {
      const { transactions } = ok(await call(t, "GET", `/wallet/transactions/all${query}`, { as: ada }));
      const [, ...rows] = lines((await file(query)).body);
      expect(
        rows.map(([number]) => number),
        query,
      ).toEqual(transactions.map(({ transactionId }: { transactionId: string }) => transactionId));
    }
    refusesField(await file("?status=lost"), "status");
  });

  it("is available to its member only, not without a session", async () => {
    refused(await call(t, "GET", "/wallet/transactions/export"), 401, "UNAUTHENTICATED");
  });
});
