import { SignerError } from "@bbux/chain";
import { createTestDatabase } from "@bbux/db/testing";
import { expect, it } from "vitest";
import { isSignerUp } from "./signer-health.ts";

type Needs = Parameters<typeof isSignerUp>[0];

it("closes the alert once the signer answers, though one worker heard from it while another didn't", async () => {
  const database = await createTestDatabase();
  const heard: boolean[] = [];
  const platformWallet = { address: "wallet" } as Needs["platformWallet"];
  const view = async () => {
    if (heard.shift() === false) throw new SignerError("UNREACHABLE", "down");
    return { address: "wallet" };
  };
  const alerts = async () => {
    const rows = await database.ownerDb.selectFrom("alerts").select("kind").where("closed_at", "is", null).execute();
    return rows.map(({ kind }) => kind);
  };
  try {
    for (let round = 0; round < 10; round++) {
      const needs: Needs = {
        db: database.db,
        now: () => new Date(),
        signer: { view } as Needs["signer"],
        platformWallet,
      };
      heard.push(false);
      expect(await isSignerUp(needs)).toBe(false);
      expect(await alerts()).toEqual(["signer_down"]);
      heard.push(true, false);
      await Promise.all([isSignerUp(needs), isSignerUp(needs)]);
      expect(await isSignerUp(needs)).toBe(true);
      expect(await alerts()).toEqual([]);
    }
  } finally {
    await database.drop();
  }
});
