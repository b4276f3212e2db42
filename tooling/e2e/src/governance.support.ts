import { expect, type Page } from "@playwright/test";
import { inDatabase } from "./database.support.ts";
import type { ApiMember } from "./support.ts";

const DAY = 86_400_000;

/** Moves a proposal's voting period into the past, so that the server's own job decides it within a minute. */
export function votingOver(proposalId: string): Promise<void> {
  const closed = new Date(Date.now() - 1_000);
  return inDatabase(async (db) => {
    await db.updateTable("proposals").set({ closes_at: closed }).where("id", "=", proposalId).execute();
  });
}

/** Inserts daily rewards as a year of operation would leave them, up to yesterday. */
export function rewardedDays(days: number): Promise<void> {
  return inDatabase(async (db) => {
    const rows = Array.from({ length: days }, (_, n) => {
      const day = new Date(Date.now() - (days - n) * DAY).toISOString().slice(0, 10);
      const parts = { base_rate: 500, activity_bonus: 0, treasury_bonus: 100, governance_bonus: 200 };
      const paid = { due: 10_000_000, allotted: 10_000_000, paid: 10_000_000, paid_members: 2, paid_up_to: 0 };
      const [treasury, staked] = [`${2 + n}000000000`, `${5 + n}000000000`];
      return {
        day,
        state: "DONE",
        ...parts,
        participation_penalty: 0,
        total_rate: 600,
        max_rate: 1_200,
        volume: "12000000000",
        treasury,
        staked,
        circulating: "90000000000",
        stakers: 2,
        ...paid,
        started_at: new Date(),
        finished_at: new Date(),
      };
    });
    await db
      .insertInto("reward_days")
      .values(rows)
      .onConflict((conflict) => conflict.column("day").doNothing())
      .execute();
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
