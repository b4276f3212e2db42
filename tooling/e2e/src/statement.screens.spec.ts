import { expect, type Locator, type Page } from "@playwright/test";
import { widerThanAPhone } from "./routes.support.ts";
import { test, visit } from "./shared-page.support.ts";
import { DEMO_PASSWORD, demoEmail, enter } from "./support.ts";
import { buy, changeAnswer, memberWith, openPage, violations } from "./wallet.screens.support.ts";

// Ignores errors of requests that are still running when a test ends.
test.afterEach(({ page }) => page.unrouteAll({ behavior: "ignoreErrors" }));

const rows = (page: Page) => page.getByRole("table", { name: "Transactions" }).locator("tbody");

interface Row {
  type: string;
  status: string;
  amount: string;
  txHash?: string;
}

/** Returns red, green and blue of a badge, background and text added. */
function paint(mark: Locator): Promise<number[]> {
  return mark.evaluate((element) => {
    const { color, backgroundColor } = getComputedStyle(element);
    const [ink = [], ground = []] = [color, backgroundColor].map((text) => (text.match(/\d+/g) ?? []).map(Number));
    return [0, 1, 2].map((part) => (ink[part] ?? 0) + (ground[part] ?? 0));
  });
}

test.describe("the transactions", () => {
  test("say 'No transactions found' when empty, have 20 a page with page links, and show type, amount, status and date [M2.09 M2.10 M2.13 M2.14 C2.026]", async ({
    page,
    request,
  }) => {
    const member = await memberWith(page, request, 0);
    await openPage(page, "/transactions");
    await expect(page.getByText("No transactions found")).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Buy BBUX" }).click();
    await expect(page).toHaveURL(/\/wallet$/);
    await buy(member, 1.5);
    for (let n = 0; n < 20; n++) await member.post("/wallet/deposit", { amount: "0.25" });
    await page.reload();
    await openPage(page, "/transactions");
    await expect(rows(page)).toHaveCount(20);
    await expect(page.getByText("21 transactions, newest first")).toBeVisible();
    const first = rows(page).first();
    await expect(first).toContainText("Manual deposit");
    await expect(first).toContainText("+0.2500 BBUX");
    await expect(first).toContainText("Pending");
    await expect(first.locator("time")).toHaveAttribute("title", /\d{4}.*\d\d:\d\d/);
    await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Page 2" }).click();
    await expect(page).toHaveURL(/page=2/);
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText(/\+1\.5000 BBUX.*1\.5000 BBUX/);
    await expect(rows(page)).toContainText("Completed");
  });

  test("are green when completed, yellow when pending, red when failed, and say so in words [M2.12 M2.11]", async ({
    page,
  }) => {
    await enter(page, demoEmail("kenji"), DEMO_PASSWORD);
    await changeAnswer(page, "wallet.allTransactions", ({ transactions }: { transactions: Row[] }) => {
      for (const [index, status] of ["completed", "pending", "failed"].entries()) {
        const row = transactions[index];
        if (row) Object.assign(row, { status, type: index === 0 ? "gift_card" : row.type });
      }
    });
    await openPage(page, "/transactions");
    const [green, yellow, red] = await Promise.all(
      ["Completed", "Pending", "Failed"].map((word) => paint(rows(page).getByText(word, { exact: true }).first())),
    );
    const [r = 0, g = 0, b = 0] = green ?? [];
    expect(g).toBeGreaterThan(Math.max(r, b));
    const [yr = 0, yg = 0, yb = 0] = yellow ?? [];
    expect(Math.min(yr, yg)).toBeGreaterThan(yb + 30);
    const [rr = 0, rg = 0, rb = 0] = red ?? [];
    expect(rr).toBeGreaterThan(Math.max(rg, rb) + 30);
    // Even an unknown type is shown.
    await expect(rows(page).first()).toContainText("Gift card");
  });

  test("are filtered by type, status and days, in the URL and by chips, and exported as CSV", async ({
    page,
    request,
  }) => {
    const member = await memberWith(page, request, 2);
    await member.post("/wallet/deposit", { amount: "0.25" });
    await openPage(page, "/transactions");
    await expect(rows(page)).toHaveCount(2);
    await page.getByRole("button", { name: "Filters" }).click();
    await page.getByRole("combobox", { name: "Status" }).click();
    await page.getByRole("option", { name: "Completed" }).click();
    await expect(page).toHaveURL(/status=completed/);
    await expect(rows(page)).toHaveCount(1);
    await page.getByLabel("From").fill("2020-01-01");
    await expect(page).toHaveURL(/from=2020-01-01/);
    await page.getByRole("button", { name: "Done" }).click();
    const link = page.getByRole("link", { name: "Export CSV" });
    const href = await link.getAttribute("href");
    expect(href).toBe("/api/wallet/transactions/export?status=completed&from=2020-01-01");
    const file = await page.request.get(href ?? "");
    expect(file.headers()["content-type"]).toContain("text/csv");
    expect((await file.text()).trim().split("\n")).toHaveLength(2);
    await page.getByRole("button", { name: "Clear Completed" }).click();
    await page.getByRole("button", { name: "Clear From 1 Jan 2020" }).click();
    await expect(page).toHaveURL(/\/transactions$/);
    await expect(rows(page)).toHaveCount(2);
    await openPage(page, "/transactions?type=withdrawal");
    await expect(page.getByText("No transactions found")).toBeVisible();
    await page.getByRole("button", { name: "Clear all filters" }).click();
    await expect(rows(page)).toHaveCount(2);
    await openPage(page, "/transactions?page=9");
    await page.getByRole("button", { name: "Go to the first page" }).click();
    await expect(rows(page)).toHaveCount(2);
  });
});

test.describe("the proof of reserves", () => {
  test("is open to visitors, linked from the front page, and adds up", { tag: "@gate" }, async ({ page, request }) => {
    await visit(page, "/");
    await page.getByRole("navigation", { name: "Footer" }).getByRole("link", { name: "Proof of reserves" }).click();
    const facts = await (await request.get("/api/reserves")).json();
    expect(["matched", "in_flight"]).toContain(facts.status);
    await expect(page.getByRole("heading", { name: "Every BBUX is backed by SOL on-chain" })).toBeVisible();
    await expect(page.getByRole("region", { name: "What it holds on-chain" })).toContainText(
      facts.onChain.hotWallet.address,
    );
    const sum = await page
      .getByRole("region", { name: "What the platform owes" })
      .locator("dd")
      .evaluateAll((cells) => cells.map((cell) => Number(cell.textContent?.replace(/[^\d.−]/g, "").replace("−", "-"))));
    const total = sum.pop() ?? 0;
    expect(sum.reduce((left, right) => left + right, 0)).toBeCloseTo(total, 8);
  });
});

/** Expects no serious violation, in light and dark. */
async function expectSoundInBoth(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await violations(page, { colors: true })).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
}

test("the money pages have no serious violation in light and dark, for visitors and members, with dialogs and details open", async ({
  page,
  request,
}) => {
  test.slow();
  for (const path of ["/wallet", "/transactions", "/reserves"]) {
    await openPage(page, path);
    await expectSoundInBoth(page);
  }
  const member = await memberWith(page, request, 2);
  await member.post("/wallet/deposit", { amount: "0.25" });
  await openPage(page, "/wallet");
  await page.getByText("Show as a table").click();
  await expectSoundInBoth(page);
  await page.getByRole("tab", { name: "Manual" }).click();
  await page.getByLabel("Amount in SOL").fill("1");
  await page.getByRole("button", { name: "Show payment instructions" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Confirm payment" }).click();
  await expect(page.getByText("Transaction signature is required")).toBeVisible();
  await expectSoundInBoth(page);
  await openPage(page, "/wallet?tab=sell");
  await page.getByRole("button", { name: "Review sale" }).click();
  await expect(page.getByText("Please enter a destination address")).toBeVisible();
  await expectSoundInBoth(page);
  await openPage(page, "/transactions?status=pending");
  await rows(page).first().getByRole("button").click();
  await expectSoundInBoth(page);
});

test.describe("the money pages on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test("are never wider than the screen, including details and dialogs", async ({ page, request }) => {
    const member = await memberWith(page, request, 99);
    await member.post("/wallet/deposit", { amount: "999.999" });
    await changeAnswer(page, "wallet.allTransactions", ({ transactions }: { transactions: Row[] }) => {
      Object.assign(transactions[0] ?? {}, { amount: "-1234567.123456789", balanceAfter: "1234567.123456789" });
      Object.assign(transactions[0] ?? {}, { type: "a_type_of_many_words", txHash: "5".repeat(88) });
    });
    for (const path of ["/wallet", "/wallet?tab=sell", "/transactions", "/reserves"]) {
      await openPage(page, path);
      const details = page.getByRole("button", { name: /, details$/ }).first();
      if ((await details.count()) > 0) await details.click();
      expect(await widerThanAPhone(page), path).toBe(0);
    }
    await openPage(page, "/wallet");
    await page.getByRole("tab", { name: "Manual" }).click();
    await page.getByLabel("Amount in SOL").fill("1");
    await page.getByRole("button", { name: "Show payment instructions" }).click();
    const dialog = page.getByRole("dialog", { name: "How to pay" });
    await expect(dialog.getByLabel("Transaction signature")).toBeVisible();
    expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
  });
});
