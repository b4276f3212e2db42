import { expect, type Page } from "@playwright/test";
import { inDatabase } from "./database.support.ts";
import type { ApiMember } from "./support.ts";

/** Moves a proposal's voting period into the past, so that the server's own job decides it within a minute. */
export function votingOver(proposalId: string): Promise<void> {
  const closed = new Date(Date.now() - 1_000);
  return inDatabase(async (db) => {
    await db.updateTable("proposals").set({ closes_at: closed }).where("id", "=", proposalId).execute();
  });
}

/** Changes a parameter as an admin. */
export async function setParameter(admin: ApiMember, name: string, value: string): Promise<void> {
  await admin.put("/admin/parameters", { name, value, reason: "A test needs it so" });
}

/** Returns the stake on the dashboard, the page's largest figure. */
export const ownStake = (page: Page) => page.getByRole("region", { name: "Your stake" }).locator("p").first();

/** Fills in and sends one of the dashboard's two forms. */
export async function change(page: Page, kind: "Stake" | "Unstake", amount: string): Promise<void> {
  await page.getByRole("tab", { name: kind, exact: true }).click();
  const form = page.getByRole("form", { name: `${kind} BBUX` });
  await expect(form).toBeVisible();
  await form.getByLabel("Amount in BBUX").fill(amount);
  await form.getByRole("button", { name: new RegExp(`^${kind}\\b`) }).click();
}
