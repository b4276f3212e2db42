import { expect, type Page } from "@playwright/test";
import { callOf } from "./people.support.ts";
import { test, visit } from "./shared-page.support.ts";
import { DEMO_PASSWORD, demoEmail, newPost } from "./support.ts";
import { airdrop, depositAddress, memberWith, openPage } from "./wallet.screens.support.ts";

const balance = (page: Page) => page.getByRole("region", { name: "Your balance" });
const buying = (page: Page) => page.getByRole("region", { name: "Buy BBUX with SOL" });
// Ignores errors of requests that are still running when a test ends.
test.afterEach(({ page }) => page.unrouteAll({ behavior: "ignoreErrors" }));

async function openManual(page: Page): Promise<void> {
  await openPage(page, "/wallet");
  await buying(page).getByRole("tab", { name: "Manual" }).click();
}

test.describe("without a session", () => {
  test("the transactions are hidden and the wallet says 'Wallet Access Required'; both lead to the login and back [M2.01 M6.03 C2.026]", async ({
    page,
  }) => {
    await visit(page, "/transactions?type=withdrawal");
    await expect(page.getByRole("table")).toHaveCount(0);
    const logIn = page.getByRole("main").getByRole("link", { name: "Sign in" });
    await logIn.click();
    await expect(page).toHaveURL(/redirectTo=%2Ftransactions%3Ftype%3Dwithdrawal/);
    await visit(page, "/wallet");
    await expect(page.getByRole("heading", { name: "Wallet Access Required" })).toBeVisible();
    await logIn.click();
    await expect(page).toHaveURL(/\/login\?redirectTo=%2Fwallet/);
    await page.getByLabel("Email").fill(demoEmail("amara"));
    await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(balance(page)).toBeVisible();
    await expect(page).toHaveURL(/\/wallet$/);
  });
});

test.describe("the wallet", () => {
  test("shows the balance and its parts, the latest five transactions, its history, and a link to all, and is linked from the balance on top of every page [M2.02 M2.07 M2.08 M9.03 C2.041]", async ({
    page,
    request,
  }) => {
    const member = await memberWith(page, request, 10);
    await newPost(member, { hasBounty: true, bountyAmount: 2, tags: ["postgresql"] });
    for (let n = 0; n < 5; n++) await member.post("/wallet/deposit", { amount: "0.5" });
    await visit(page, "/community");
    await page.getByRole("link", { name: /^Balance: .* to the wallet/ }).click();
    await expect(page).toHaveURL(/\/wallet$/);
    await visit(page, "/community");
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Wallet", exact: true }).click();
    // 10 minus 2 and the fee of 5%.
    await expect(balance(page).locator("p").first()).toHaveText("7.9000 BBUX");
    await expect(balance(page)).toContainText(/Available\s*7\.9000 BBUX/);
    await expect(balance(page)).toContainText(/In escrow\s*2\.0000 BBUX/);
    await expect(balance(page)).toContainText(/Withdrawing\s*0\.0000 BBUX/);
    const sizes = await page.evaluate(() =>
      [...document.querySelectorAll("main *")].map((element) => Number.parseFloat(getComputedStyle(element).fontSize)),
    );
    const size = await balance(page)
      .locator("p")
      .first()
      .evaluate((element) => getComputedStyle(element).fontSize);
    expect(Math.max(...sizes)).toBe(Number.parseFloat(size));
    await expect(page.getByRole("table", { name: "Latest transactions" }).getByRole("row")).toHaveCount(6);
    const chart = page.getByRole("img", { name: /^Balance over the past month: 0\.0000 BBUX on .*, 7\.9000 BBUX/ });
    await expect(chart).toBeVisible();
    await page.getByText("Week", { exact: true }).click();
    await expect(page.getByRole("img", { name: /^Balance over the past week/ })).toBeVisible();
    await page.getByText("Show as a table").click();
    const table = page.getByRole("region", { name: "Balance over time, as a table" });
    await expect(table.getByRole("row").nth(1)).toContainText("7.9000 BBUX");
    await page.getByRole("main").getByRole("link", { name: "All transactions" }).click();
    await expect(page).toHaveURL(/\/transactions$/);
  });
});

test.describe("buying", () => {
  test("by hand shows instructions, and credits a payment by its signature [M4.11 M4.12 M7.54]", async ({
    page,
    request,
  }) => {
    const member = await memberWith(page, request, 0);
    const address = await depositAddress(member);
    await openManual(page);
    await page.getByLabel("Amount in SOL").fill("1.25");
    const created = page.waitForRequest((sent) => callOf("wallet.action").test(sent.url()));
    await page.getByRole("button", { name: "Show payment instructions" }).click();
    expect((await created).headers()["idempotency-key"]).toMatch(/^[0-9a-f-]{36}$/);
    const dialog = page.getByRole("dialog", { name: "How to pay" });
    await expect(dialog).toContainText(address);
    await expect(dialog).toContainText("1.2500 SOL");
    await expect(dialog.getByRole("img", { name: "Payment request as a QR code" })).toBeVisible();

    const signature = await airdrop(member, address, 1.25);
    await dialog.getByLabel("Transaction signature").fill(signature);
    await dialog.getByRole("button", { name: "Confirm payment" }).click();
    const done = page.getByRole("dialog", { name: "Deposit credited" });
    await expect(done).toContainText("1.2500 BBUX is in your balance");
    await done.getByRole("button", { name: "Done" }).click();
    await expect(balance(page).locator("p").first()).toHaveText("1.2500 BBUX");
  });
});
