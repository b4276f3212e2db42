import { expect, type Page } from "@playwright/test";
import { callOf } from "./people.support.ts";
import { test } from "./shared-page.support.ts";
import { PASSWORD } from "./support.ts";
import { freshAddress, memberWith, openPage, solAt, submitSale } from "./wallet.screens.support.ts";

const balance = (page: Page) => page.getByRole("region", { name: "Your balance" });
const selling = (page: Page) => page.getByRole("region", { name: "Sell BBUX for SOL" });
// Ignores errors of requests that are still running when a test ends.
test.afterEach(({ page }) => page.unrouteAll({ behavior: "ignoreErrors" }));

async function openSell(page: Page): Promise<void> {
  await openPage(page, "/wallet");
  await page.getByRole("tab", { name: "Sell", exact: true }).click();
}

test.describe("selling", () => {
  test("keeps the input when the session ends, and requests, processes and follows a sale to the end, and the chain has the SOL [M2.06 M4.13 M1.04 M7.54]", async ({
    page,
    request,
  }) => {
    const member = await memberWith(page, request, 5);
    const destination = freshAddress();
    await openSell(page);
    await page.getByLabel("Amount in BBUX").fill("2");
    await page.getByLabel("Destination address").fill(destination);
    await page.getByLabel("Save this address for next time").check();

    // The member signs in again in place.
    await page.context().clearCookies();
    await submitSale(page);
    const again = page.getByRole("dialog", { name: "Please sign in again" });
    await again.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await again.getByRole("button", { name: "Sign in" }).click();
    await expect(again).toHaveCount(0);
    await expect(page.getByLabel("Amount in BBUX")).toHaveValue("2");
    expect((await member.get("/wallet")).balance).toBe(5);

    // The review shows where it goes, and Back leads to the same button.
    const review = selling(page).getByRole("button", { name: "Review sale" });
    await review.click();
    const reviewed = page.getByRole("dialog", { name: "Review your sale" });
    await expect(reviewed).toContainText(destination);
    await expect(reviewed).toContainText("1.9400 SOL");
    await expect(reviewed.getByRole("button", { name: "Back" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(reviewed).toHaveCount(0);
    await expect(review).toBeFocused();

    const [created, processed] = [callOf("wallet.action"), callOf("wallet.processWithdrawal")].map((call) =>
      page.waitForRequest((sent) => call.test(sent.url())),
    );
    await submitSale(page);
    expect((await created)?.headers()["idempotency-key"]).toMatch(/^[0-9a-f-]{36}$/);
    expect((await processed)?.headers()["idempotency-key"]).toMatch(/^[0-9a-f-]{36}$/);
    const dialog = page.getByRole("dialog", { name: /^Withdrawal/ });
    await expect(dialog).toContainText("1.9400 SOL");
    await expect(dialog).toContainText(destination);
    await expect(page.getByRole("dialog", { name: "Withdrawal completed" })).toContainText("has been sent");
    await expect(dialog.getByRole("link", { name: /View in explorer/ })).toBeVisible();
    expect(await solAt(member, destination)).toBe(1.94);
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(balance(page).locator("p").first()).toHaveText("3.0000 BBUX");
    expect((await member.get("/wallet")).withdrawalAddress).toBe(destination);

    // The next time the address is filled in, and can be removed.
    await page.reload();
    await page.getByRole("tab", { name: "Sell", exact: true }).click();
    await expect(page.getByLabel("Destination address")).toHaveValue(destination);
    await selling(page).getByRole("button", { name: "Forget this saved address" }).click();
    await expect.poll(async () => (await member.get("/wallet")).withdrawalAddress).toBeNull();
  });
});
