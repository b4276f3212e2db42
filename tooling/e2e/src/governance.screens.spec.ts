import { expect, type Page } from "@playwright/test";
import { change, ownStake } from "./governance.support.ts";
import { tabTo } from "./people.support.ts";
import { test, visit } from "./shared-page.support.ts";
import { DEMO_PASSWORD, demoEmail, enter, PASSWORD } from "./support.ts";
import { memberWith, openPage } from "./wallet.screens.support.ts";

const enterDemo = (page: Page, username: string) => enter(page, demoEmail(username), DEMO_PASSWORD);
const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
// Ignores errors of requests that are still running when a test ends.
test.afterEach(({ page }) => page.unrouteAll({ behavior: "ignoreErrors" }));

test("without a session governance and proposals lead to the login and back, and anyone can see the books, from the front page on [M2.15]", async ({
  page,
}) => {
  await visit(page, "/");
  await page.getByRole("navigation", { name: "Footer" }).getByRole("link", { name: "Transparency" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Transparency" })).toBeVisible();
  await expect(page.getByRole("table", { name: "The log" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Sign in to check" })).toBeVisible();
  for (const path of ["/governance/proposals", "/governance/proposals/new", "/governance/proposals/1"]) {
    await visit(page, path);
    await expect(page.getByRole("heading", { name: "Governance Access Required" })).toBeVisible();
  }
  await visit(page, "/governance");
  await expect(page.getByRole("heading", { name: "Governance Access Required" })).toBeVisible();
  await expect(page.getByRole("table")).toHaveCount(0);
  await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/login\?redirectTo=%2Fgovernance/);
  await page.getByLabel("Email").fill(demoEmail("amara"));
  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(region(page, "Your stake")).toBeVisible();
});

test("the navigation leads to Governance and Refund Requests, and only admins to the Admin Panel; on a phone under More [C2.038 C2.039 C2.040]", async ({
  page,
}) => {
  await enterDemo(page, "amara");
  await openPage(page, "/community");
  const rail = page.getByRole("navigation", { name: "Main" }).first();
  await expect(rail.getByRole("link", { name: "Refund Requests" })).toHaveAttribute("href", "/refund-requests");
  await expect(rail.getByRole("link", { name: "Admin Panel" })).toHaveCount(0);
  await expect(rail.getByRole("link", { name: "Moderation" })).toHaveCount(0);
  await rail.getByRole("link", { name: "Governance" }).click();
  await expect(page).toHaveURL(/\/governance$/);

  await page.context().clearCookies();
  await enterDemo(page, "teodor");
  await openPage(page, "/community");
  await expect(rail.getByRole("link", { name: "Moderation" })).toHaveAttribute("href", "/moderation");
  await expect(rail.getByRole("link", { name: "Admin Panel" })).toHaveCount(0);

  await page.context().clearCookies();
  await enterDemo(page, "maren");
  await openPage(page, "/community");
  await expect(rail.getByRole("link", { name: "Admin Panel" })).toHaveAttribute("href", "/admin");

  await page.setViewportSize({ width: 360, height: 740 });
  await page.context().clearCookies();
  await enterDemo(page, "amara");
  await openPage(page, "/community");
  await page.getByRole("button", { name: "More" }).click();
  await expect(page.getByRole("menuitem", { name: "Refund Requests" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Admin Panel" })).toHaveCount(0);
  await page.getByRole("menuitem", { name: "Governance" }).click();
  await expect(region(page, "Your stake")).toBeVisible();
});

test.describe("the dashboard", () => {
  test("shows totals, the rate and its parts, health, the member's own figures, and at most 20 lines of log and activity, each in a box that scrolls and is reachable by keyboard [M2.16 M2.17 M2.18 M2.19 M2.20 M2.22 M2.23 M2.24 M2.25 M9.04 M9.05]", async ({
    page,
  }) => {
    await enterDemo(page, "kenji");
    await openPage(page, "/governance");
    for (const name of ["Total staked", "Treasury", "Total collected", "Total distributed", "Monthly volume"]) {
      await expect(region(page, name)).toContainText(/[\d,]+\.\d{4} BBUX/);
    }
    const rates = region(page, "Reward rate").getByRole("table");
    for (const part of ["Base rate", "Activity bonus", "Treasury bonus", "Governance bonus", "Participation penalty"]) {
      await expect(rates.getByRole("row", { name: new RegExp(part) })).toContainText(/\d\.\d{3}%/);
    }
    await expect(rates.getByRole("row", { name: /Base rate/ })).toContainText("0.050%");
    await expect(rates.getByRole("row", { name: /Total rate/ })).toContainText(/0\.\d{3}%/);
    await expect(rates.getByRole("row", { name: /Maximum/ })).toContainText("0.120%");
    const health = region(page, "Platform health");
    for (const level of ["Activity", "Treasury health", "Participation level"]) {
      const row = health.locator("dl > div").filter({ has: page.getByRole("term").filter({ hasText: level }) });
      await expect(row.getByRole("definition")).toHaveText(/^(High|Medium|Low)$/);
    }
    await expect(health).toContainText("Active stakers");
    const own = region(page, "Your stake");
    await expect(own).toContainText(/Your rate\s*0\.\d{3}% a day/);
    for (const fact of ["Rewards earned", "Voting power", "Participation", "Last reward"]) {
      await expect(own).toContainText(fact);
    }
    await expect(page.getByRole("img", { name: /^Treasury: .* BBUX on / })).toBeVisible();
    await expect(page.getByRole("img", { name: /^Reward rate: From \d\.\d{3}%/ })).toBeVisible();
    await page.getByText("Show the days as a table").click();
    await expect(page.getByRole("table").filter({ hasText: "Stakers" }).getByRole("row")).not.toHaveCount(1);
    const ways = page.getByRole("navigation", { name: "Governance" });
    await expect(ways.getByRole("link", { name: /^Refund requests/ })).toHaveAttribute("href", "/refund-requests");
    for (const name of ["Transparency log", "Activity"]) {
      await page.getByRole("tab", { name, exact: true }).click();
      const table = page.getByRole("table", { name, exact: true });
      const rows = await table.getByRole("row").count();
      expect(rows - 1).toBeGreaterThan(5);
      expect(rows - 1).toBeLessThanOrEqual(20);
      const box = region(page, `${name}, the latest entries`);
      const [height, inside] = await box.evaluate((element) => [element.clientHeight, element.scrollHeight]);
      expect(height).toBeLessThanOrEqual(420);
      expect(inside).toBeGreaterThan(height ?? 0);
      await tabTo(page, box);
      await page.keyboard.press("End");
      await expect.poll(() => box.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
    }
  });

  test("stakes and unstakes, and is where a member who closes an account with a stake is sent [M2.21 M4.21 M4.22]", async ({
    page,
    request,
  }) => {
    test.slow();
    await memberWith(page, request, 3);
    await openPage(page, "/governance");
    await test.step("a stake is made and withdrawn, and the page shows it", async () => {
      await expect(ownStake(page)).toHaveText("0.0000 BBUX");
      const form = page.getByRole("form", { name: "Stake BBUX" });
      await form.getByLabel("Amount in BBUX").fill("2");
      await expect(form.getByRole("region", { name: "Receipt" })).toContainText(/Your new stake\s*2\.0000 BBUX/);
      await expect(form.getByRole("region", { name: "Receipt" })).toContainText(/Balance after\s*1\.0000 BBUX/);
      await change(page, "Stake", "2");
      await expect(form).toContainText("Your stake is now 2.0000 BBUX");
      await expect(ownStake(page)).toHaveText("2.0000 BBUX");
      await expect(page.getByRole("img", { name: /^Balance: 1(\.0+)? BBUX/ })).toBeVisible();
      await change(page, "Unstake", "0.5");
      await expect(ownStake(page)).toHaveText("1.5000 BBUX");
      await openPage(page, "/wallet");
      await expect(region(page, "Your balance")).toContainText(/Staked\s*1\.5000 BBUX/);
    });
    await test.step("an account with stake can't be closed", async () => {
      await openPage(page, "/settings?tab=account");
      await page.getByRole("button", { name: "Delete your account" }).click();
      const dialog = page.getByRole("dialog", { name: "Delete your account?" });
      await dialog.getByLabel("Your password").fill(PASSWORD);
      await dialog.getByRole("button", { name: "Delete for good" }).click();
      await expect(dialog.getByRole("alert")).toContainText("This account still has BBUX staked");
      await dialog.getByRole("link", { name: "Go to your stake" }).click();
      await expect(ownStake(page)).toHaveText("1.5000 BBUX");
    });
  });
});
