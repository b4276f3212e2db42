import { expect, it } from "vitest";
import { mailTextsOf } from "./security-mail-texts.ts";

const at = new Date("2026-11-30T22:44:30.000Z");
const where = { email: "ada@example.org", at, device: "Firefox on Linux", network: "203.0.113.0/24" };
const listed = (given: Parameters<typeof mailTextsOf>[0]) =>
  mailTextsOf(given).facts.map(({ label, value }) => `${label}: ${value}`);

it("lists when and where an event came from, in the reader's language, and only what is known", () => {
  const event = { ...where, kind: "password_changed", details: {} };
  expect(listed({ ...event, language: "en" })).toEqual([
    "When: November 30, 2026, 10:44 PM UTC",
    "Browser: Firefox on Linux",
    "IP address: 203.0.113.x",
  ]);
  expect(listed({ ...event, language: "de" }).slice(0, 2)).toEqual([
    "When: 30. November 2026 um 22:44 UTC",
    "Browser: Firefox auf Linux",
  ]);
  expect(listed({ ...event, language: "ja" })[0]).toBe("When: 2026年11月30日 22:44 UTC");
  expect(listed({ ...event, language: "en", device: null, network: null })).toHaveLength(1);
});

it("has a shorter heading for a new sign-in", () => {
  const { title, heading } = mailTextsOf({ ...where, kind: "signed_in", details: {}, language: "en" });
  expect([title, heading]).toEqual(["New sign-in to your account", "New sign-in"]);
});

it.each([
  ["203.0.113.0/24", "203.0.113.x"],
  ["2001:db8:1:200::/56", "2001:db8:1:x"],
  ["2001:db8:0:0::/56", "2001:db8:0:x"],
])("writes the network %s as %s", (network, shown) => {
  const event = { ...where, network, kind: "password_changed", details: {}, language: "en" } as const;
  expect(listed(event)).toContain(`IP address: ${shown}`);
});

it("lists no network for what the platform does itself", () => {
  const event = { ...where, network: "this process", kind: "password_changed", details: {}, language: "en" } as const;
  expect(listed(event).join()).not.toContain("IP address");
});

it("lists amount, address, and hold of a withdrawal, which its sentence doesn't repeat", () => {
  const held = { cause: "new_address", until: "2026-12-02T00:05:00.000Z" };
  const details = { amount: "12.5", destination: "4Nd1mYQzv4r1", held };
  const withdrawal = { fee: "375000000", net: "12125000000", isApprovalNeeded: false };
  const event = { ...where, kind: "withdrawal_requested", details, withdrawal };
  expect(listed({ ...event, language: "en" }).slice(0, 5)).toEqual([
    "Amount: 12.50 BBUX",
    "Fee: 0.375 BBUX",
    "Recipient gets: 12.125 SOL (1 BBUX = 1 SOL)",
    "To: 4Nd1mYQzv4r1",
    "On hold until: December 2, 2026, 12:05 AM UTC",
  ]);
  const totals = mailTextsOf({ ...event, language: "en" }).facts.filter(({ isTotal }) => isTotal);
  expect(totals.map(({ label }) => label)).toEqual(["Recipient gets"]);
  expect(listed({ ...event, language: "de" })[0]).toBe("Amount: 12,50 BBUX");
  expect(listed({ ...event, withdrawal: null, language: "en" }).slice(0, 2)).toEqual([
    "Amount: 12.50 BBUX",
    "To: 4Nd1mYQzv4r1",
  ]);
  expect(mailTextsOf({ ...event, language: "en" }).message).toBe(
    "Someone requested a withdrawal from your account. It's on hold because your withdrawals to new addresses come to more than 10 BBUX. You can cancel it in your wallet until the hold ends.",
  );
});

it("says of a withdrawal that isn't held when it's sent", () => {
  const event = { ...where, kind: "withdrawal_requested", details: { amount: "1" }, language: "en" } as const;
  const withdrawal = { fee: "1", net: "1", isApprovalNeeded: false };
  expect(mailTextsOf({ ...event, withdrawal }).message).toBe(
    "Someone requested a withdrawal from your account. It's usually sent within a minute. After that, it can't be undone.",
  );
  expect(mailTextsOf({ ...event, withdrawal: { ...withdrawal, isApprovalNeeded: true } }).message).toBe(
    "Someone requested a withdrawal from your account. It will be sent once two admins approve it.",
  );
});

it.each([
  ["1", "1.00"],
  ["1234.5", "1,234.50"],
  ["24.29569999", "24.2956"],
  ["0.00001", "<0.0001"],
  ["0", "0.00"],
  ["?", "?"],
])("writes an amount of %s as %s", (amount, shown) => {
  const event = { ...where, kind: "withdrawal_requested", details: { amount }, language: "en" } as const;
  expect(listed(event)[0]).toBe(`Amount: ${shown} BBUX`);
});

it("lists the address before only to that address itself", () => {
  const event = { ...where, kind: "email_changed", language: "en" } as const;
  const addresses = (details: object) => listed({ ...event, details }).filter((line) => line.includes("@"));
  expect(addresses({ email: "b…@example.org", change: "7" })).toEqual([
    "Old address: ada@example.org",
    "New address: b…@example.org (partly hidden)",
  ]);
  expect(addresses({ email: "a…@example.org" })).toEqual(["New address: a…@example.org (partly hidden)"]);
});
