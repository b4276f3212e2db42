import { expect, type Locator, type Page, test } from "@playwright/test";
import { refuse } from "./people.support.ts";
import { DEMO_PASSWORD, demoEmail, enter } from "./support.ts";
import { amend, arrive, memberWith, violations } from "./wallet.screens.support.ts";

// What is still under way when a test ends has nobody left to answer.
test.afterEach(({ page }) => page.unrouteAll({ behavior: "ignoreErrors" }));

const rows = (page: Page) => page.getByRole("table", { name: "Transactions" }).locator("tbody");
const list = (page: Page) => page.getByRole("table", { name: "Transactions" });

interface Row {
  type: string;
  status: string;
  amount: string;
  txHash?: string;
}

/** Red, green and blue of what a mark is drawn in, its ground and its letters added. */
function paint(mark: Locator): Promise<number[]> {
  return mark.evaluate((element) => {
    const { color, backgroundColor } = getComputedStyle(element);
    const [ink = [], ground = []] = [color, backgroundColor].map((text) => (text.match(/\d+/g) ?? []).map(Number));
    return [0, 1, 2].map((part) => (ink[part] ?? 0) + (ground[part] ?? 0));
  });
}

test.describe("the transactions", () => {
  test("come 20 a page; the page control follows; each has type, amount, status and date [M2.09 M2.10 M2.14 C2.026]", async ({
    page,
    request,
  }) => {
    const member = await memberWith(page, request, 1.5);
    for (let n = 0; n < 20; n++) await member.post("/wallet/deposit", { amount: "0.25" });
    await arrive(page, "/transactions");
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

  test("are green when completed, yellow when pending, red when failed, and said in words [M2.12 M2.11]", async ({
    page,
  }) => {
    await enter(page, demoEmail("kenji"), DEMO_PASSWORD);
    await amend(page, "wallet.allTransactions", ({ transactions }: { transactions: Row[] }) => {
      for (const [index, status] of ["completed", "pending", "failed"].entries()) {
        const row = transactions[index];
        if (row) Object.assign(row, { status, type: index === 0 ? "gift_card" : row.type });
      }
    });
    await arrive(page, "/transactions");
    const [green, yellow, red] = await Promise.all(
      ["Completed", "Pending", "Failed"].map((word) => paint(rows(page).getByText(word, { exact: true }).first())),
    );
    const [r = 0, g = 0, b = 0] = green ?? [];
    expect(g).toBeGreaterThan(Math.max(r, b));
    const [yr = 0, yg = 0, yb = 0] = yellow ?? [];
    expect(Math.min(yr, yg)).toBeGreaterThan(yb + 30);
    const [rr = 0, rg = 0, rb = 0] = red ?? [];
    expect(rr).toBeGreaterThan(Math.max(rg, rb) + 30);
    // A type that nobody has told the page of is shown all the same.
    await expect(rows(page).first()).toContainText("Gift card");
  });

  test("open their details: description, fee, net, destination, and the explorer", async ({ page }) => {
    await enter(page, demoEmail("kenji"), DEMO_PASSWORD);
    await amend(page, "wallet.allTransactions", ({ transactions }: { transactions: Row[] }) => {
      Object.assign(transactions[0] ?? {}, {
        ...{ type: "withdrawal", amount: "-100", fee: "3", netAmount: "97", description: "Withdrawal" },
        ...{ destinationAddress: "4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T", txHash: "5".repeat(88) },
      });
    });
    await arrive(page, "/transactions");
    await rows(page)
      .first()
      .getByRole("button", { name: /^Withdrawal/ })
      .click();
    const details = rows(page).first();
    await expect(details).toContainText(/Fee\s*3\.0000 BBUX/);
    await expect(details).toContainText(/Net\s*97\.0000 SOL/);
    await expect(details).toContainText("4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T");
    await expect(details.getByRole("link", { name: /View in explorer/ })).toHaveAttribute("href", /5{88}/);
    await page.keyboard.press("Enter");
    await expect(details).not.toContainText("97.0000 SOL");
  });

  test("are narrowed by type, status and days, in the URL, by chips, and go out as CSV", async ({ page, request }) => {
    const member = await memberWith(page, request, 2);
    await member.post("/wallet/deposit", { amount: "0.25" });
    await arrive(page, "/transactions");
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
    await arrive(page, "/transactions?type=withdrawal");
    await expect(page.getByText("No transactions found")).toBeVisible();
    await page.getByRole("button", { name: "Clear all filters" }).click();
    await expect(rows(page)).toHaveCount(2);
    await arrive(page, "/transactions?page=9");
    await page.getByRole("button", { name: "Go to the first page" }).click();
    await expect(rows(page)).toHaveCount(2);
  });

  test("say 'No transactions found' where there are none [M2.13]", async ({ page, request }) => {
    await memberWith(page, request, 0);
    await arrive(page, "/transactions");
    await expect(page.getByText("No transactions found")).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Buy BBUX" }).click();
    await expect(page).toHaveURL(/\/wallet$/);
  });

  test("say 'Failed to fetch transactions' when they cannot be had, and try again [M8.02]", async ({ page }) => {
    await enter(page, demoEmail("kenji"), DEMO_PASSWORD);
    await refuse(page, "wallet.allTransactions");
    await page.goto("/transactions");
    const alert = page.getByRole("alert").filter({ hasText: "Failed to fetch transactions" });
    await expect(alert).toBeVisible();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await alert.getByRole("button", { name: "Try again" }).click();
    await expect(list(page)).toBeVisible();
  });
});

test.describe("the proof of reserves", () => {
  test("is open to visitors, linked from the front page, and its figures add up", async ({ page, request }) => {
    await page.goto("/");
    await page.getByRole("navigation", { name: "Footer" }).getByRole("link", { name: "Proof of reserves" }).click();
    const facts = await (await request.get("/api/reserves")).json();
    expect(["matched", "in_flight"]).toContain(facts.status);
    await expect(page.getByRole("heading", { name: "Every BBUX is backed by SOL on the chain" })).toBeVisible();
    await expect(page.getByRole("region", { name: "What it holds on the chain" })).toContainText(
      facts.onChain.hotWallet.address,
    );
    const sum = await page
      .getByRole("region", { name: "What the platform owes" })
      .locator("dd")
      .evaluateAll((cells) => cells.map((cell) => Number(cell.textContent?.replace(/[^\d.−]/g, "").replace("−", "-"))));
    const total = sum.pop() ?? 0;
    expect(sum.reduce((left, right) => left + right, 0)).toBeCloseTo(total, 8);
  });

  test("does not gloss over a mismatch, and says when the figures could not be refreshed", async ({ page }) => {
    await amend(page, "reserves.get", (report: Record<string, unknown>) =>
      Object.assign(report, { status: "mismatch", difference: "-2", unexplained: "-2" }),
    );
    await arrive(page, "/reserves");
    await expect(page.getByRole("heading", { name: "The books and the chain do not agree" })).toBeVisible();
    await expect(page.getByText("2.0000 SOL less than the books")).toBeVisible();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await refuse(page, "reserves.get");
    await expect(page.getByRole("alert")).toContainText("The figures could not be refreshed", { timeout: 20_000 });
    await expect(page.getByRole("region", { name: "What the platform owes" })).toBeVisible();
  });
});

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`money in ${colorScheme}: no serious violation`, () => {
    test.use({ colorScheme });
    test.setTimeout(120_000);

    test("for visitors", async ({ page }) => {
      for (const path of ["/wallet", "/transactions", "/reserves"]) {
        await arrive(page, path);
        expect(await violations(page)).toEqual([]);
      }
    });

    test("for members, with dialogs and details open", async ({ page, request }) => {
      const member = await memberWith(page, request, 2);
      await member.post("/wallet/deposit", { amount: "0.25" });
      await arrive(page, "/wallet");
      await page.getByText("Show as a table").click();
      expect(await violations(page)).toEqual([]);
      await page.getByRole("tab", { name: "Manual" }).click();
      await page.getByLabel("Amount in SOL").fill("1");
      await page.getByRole("button", { name: "Show payment instructions" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Confirm payment" }).click();
      await expect(page.getByText("Transaction signature is required")).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await arrive(page, "/wallet?tab=sell");
      await page.getByRole("button", { name: "Sell BBUX" }).click();
      await expect(page.getByText("Please enter a destination address")).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await arrive(page, "/transactions?status=pending");
      await rows(page).first().getByRole("button").click();
      expect(await violations(page)).toEqual([]);
    });
  });
}

test.describe("money on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test("nothing is wider than the screen, details and dialogs included", async ({ page, request }) => {
    const member = await memberWith(page, request, 99);
    await member.post("/wallet/deposit", { amount: "999.999" });
    await amend(page, "wallet.allTransactions", ({ transactions }: { transactions: Row[] }) => {
      Object.assign(transactions[0] ?? {}, { amount: "-1234567.123456789", balanceAfter: "1234567.123456789" });
      Object.assign(transactions[0] ?? {}, { type: "a_type_of_many_words", txHash: "5".repeat(88) });
    });
    for (const path of ["/wallet", "/wallet?tab=sell", "/transactions", "/reserves"]) {
      await arrive(page, path);
      const details = page.getByRole("button", { name: /, details$/ }).first();
      if ((await details.count()) > 0) await details.click();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360);
    }
    await arrive(page, "/wallet");
    await page.getByRole("tab", { name: "Manual" }).click();
    await page.getByLabel("Amount in SOL").fill("1");
    await page.getByRole("button", { name: "Show payment instructions" }).click();
    const dialog = page.getByRole("dialog", { name: "How to pay" });
    await expect(dialog.getByLabel("Transaction signature")).toBeVisible();
    expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
  });
});
