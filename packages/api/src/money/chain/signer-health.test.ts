import { SignerError } from "@bbux/chain";
import { createTestDatabase } from "@bbux/db/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { raiseAlert } from "./alerts.commands.ts";
import { isSignerUp } from "./signer-health.ts";

type Needs = Parameters<typeof isSignerUp>[0];

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const needing = (view: () => Promise<{ address: string }>): Needs => ({
  db: database.db,
  now: () => new Date(),
  signer: { view } as Needs["signer"],
  platformWallet: { address: "wallet" } as Needs["platformWallet"],
});
const alerts = async () => {
  const rows = await database.ownerDb.selectFrom("alerts").select("kind").where("closed_at", "is", null).execute();
  return rows.map(({ kind }) => kind);
};

it("closes the alert once the signer answers, though one worker heard from it while another didn't", async () => {
  const heard: boolean[] = [];
  const view = async () => {
    if (heard.shift() === false) throw new SignerError("UNREACHABLE", "down");
    return { address: "wallet" };
  };
  for (let round = 0; round < 10; round++) {
    const needs = needing(view);
    heard.push(false);
    expect(await isSignerUp(needs)).toBe(false);
    expect(await alerts()).toEqual(["signer_down"]);
    heard.push(true, false);
    await Promise.all([isSignerUp(needs), isSignerUp(needs)]);
    expect(await isSignerUp(needs)).toBe(true);
    expect(await alerts()).toEqual([]);
  }
});

it("closes an alert that books restored beside a running process still have open", async () => {
  const needs = needing(async () => ({ address: "wallet" }));
  expect(await isSignerUp(needs)).toBe(true);
  await raiseAlert(needs, { kind: "signer_down", subject: "signer", detail: "from before the backup" });
  expect(await isSignerUp(needs)).toBe(true);
  expect(await alerts()).toEqual([]);
});
