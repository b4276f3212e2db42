import { expect, type Page, type Request, test } from "@playwright/test";
import { callOf, refuse } from "./people.support.ts";
import { DEMO_PASSWORD, demoEmail, enter, newPost, PASSWORD, signIn } from "./support.ts";
import { airdrop, amend, arrive, depositAddress, freshAddress, memberWith, solAt } from "./wallet.screens.support.ts";
import { connectDevelopmentWallet, getSol, walletWindow } from "./wallet.support.ts";

const balance = (page: Page) => page.getByRole("region", { name: "Your balance" });
const buying = (page: Page) => page.getByRole("region", { name: "Buy BBUX with SOL" });
const selling = (page: Page) => page.getByRole("region", { name: "Sell BBUX for SOL" });
// What is still under way when a test ends has nobody left to answer.
test.afterEach(({ page }) => page.unrouteAll({ behavior: "ignoreErrors" }));

/** Counts how often the wallet is read. */
function readsOf(page: Page): { count: number } {
  const reads = { count: 0 };
  page.on("request", (request: Request) => {
    if (callOf("wallet.get").test(request.url()) && !/getBlockhash/.test(request.url())) reads.count++;
  });
  return reads;
}

async function openManual(page: Page): Promise<void> {
  await arrive(page, "/wallet");
  await buying(page).getByRole("tab", { name: "Manual" }).click();
}

async function openSell(page: Page): Promise<void> {
  await arrive(page, "/wallet");
  await page.getByRole("tab", { name: "Sell", exact: true }).click();
}

test.describe("without a session", () => {
  test("the wallet says 'Wallet Access Required' and leads to the login and back [M2.01 C2.026]", async ({ page }) => {
    await page.goto("/wallet");
    await expect(page.getByRole("heading", { name: "Wallet Access Required" })).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
    await expect(page).toHaveURL(/\/login\?redirectTo=%2Fwallet/);
    await page.getByLabel("Email").fill(demoEmail("amara"));
    await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(balance(page)).toBeVisible();
    await expect(page).toHaveURL(/\/wallet$/);
  });

  test("the transactions are no list but a way to log in, and back to what was asked for [M6.03]", async ({ page }) => {
    await page.goto("/transactions?type=withdrawal");
    await expect(page.getByRole("table")).toHaveCount(0);
    await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
    await expect(page).toHaveURL(/redirectTo=%2Ftransactions%3Ftype%3Dwithdrawal/);
  });
});

test.describe("the wallet", () => {
  test("shows the balance, where the rest is, the latest five, and the way to all [M2.02 M2.07 M2.08 M9.03 C2.041]", async ({
    page,
    request,
  }) => {
    const member = await memberWith(page, request, 10);
    await newPost(member, { hasBounty: true, bountyAmount: 2, tags: ["postgresql"] });
    for (let n = 0; n < 5; n++) await member.post("/wallet/deposit", { amount: "0.5" });
    await page.goto("/community");
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Wallet", exact: true }).click();
    // 10 less 2 and the fee of 5%.
    await expect(balance(page).locator("p").first()).toHaveText("7.9000 BBUX");
    await expect(balance(page)).toContainText(/Available\s*7\.9000 BBUX/);
    await expect(balance(page)).toContainText(/In escrow\s*2\.0000 BBUX/);
    await expect(balance(page)).toContainText(/On its way\s*0\.0000 BBUX/);
    const sizes = await page.evaluate(() =>
      [...document.querySelectorAll("main *")].map((element) => Number.parseFloat(getComputedStyle(element).fontSize)),
    );
    const size = await balance(page)
      .locator("p")
      .first()
      .evaluate((element) => getComputedStyle(element).fontSize);
    expect(Math.max(...sizes)).toBe(Number.parseFloat(size));
    await expect(page.getByRole("table", { name: "Latest transactions" }).getByRole("row")).toHaveCount(6);
    await page.getByRole("main").getByRole("link", { name: "All transactions" }).click();
    await expect(page).toHaveURL(/\/transactions$/);
  });

  test("the balance on top of every page leads there [M2.02]", async ({ page }) => {
    await signIn(page, demoEmail("amara"), DEMO_PASSWORD);
    await page.getByRole("link", { name: /^Balance: .* to the wallet/ }).click();
    await expect(page).toHaveURL(/\/wallet$/);
  });

  test("says 'Failed to fetch wallet data' and tries again; deposits then miss the address [M8.01 M8.09 M4.18]", async ({
    page,
    request,
  }) => {
    await memberWith(page, request, 0);
    await refuse(page, "wallet.get", { error: "Too many requests", status: 429, code: "RATE_LIMITED" });
    const reads = readsOf(page);
    await page.goto("/wallet");
    const alert = page.getByRole("alert").filter({ hasText: "Failed to fetch wallet data" });
    await expect(alert).toContainText("Too many requests");
    await buying(page).getByRole("tab", { name: "Manual" }).click();
    await page.getByLabel("Amount in SOL").fill("1");
    const before = reads.count;
    await page.getByRole("button", { name: "Show payment instructions" }).click();
    await expect(page.getByText("Platform address not available")).toBeVisible();
    await expect.poll(() => reads.count).toBeGreaterThan(before);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await alert.getByRole("button", { name: "Try again" }).click();
    await expect(balance(page)).toContainText("0.0000 BBUX");
    await expect(alert).toHaveCount(0);
  });

  test("shows the balance over time as a line, in words and as a table", async ({ page, request }) => {
    await memberWith(page, request, 4);
    await arrive(page, "/wallet");
    const chart = page.getByRole("img", { name: /^Balance over the past month: 0\.0000 BBUX on .*, 4\.0000 BBUX/ });
    await expect(chart).toBeVisible();
    await page.getByText("Week", { exact: true }).click();
    await expect(page.getByRole("img", { name: /^Balance over the past week/ })).toBeVisible();
    await page.getByText("Show as a table").click();
    const table = page.getByRole("region", { name: "Balance over time, as a table" });
    await expect(table.getByRole("row").nth(1)).toContainText("4.0000 BBUX");
  });

  test("says when withdrawals are stopped", async ({ page }) => {
    await enter(page, demoEmail("amara"), DEMO_PASSWORD);
    await amend(page, "wallet.get", (wallet: { withdrawals: { stopped: boolean } }) => {
      wallet.withdrawals.stopped = true;
    });
    await arrive(page, "/wallet");
    await expect(balance(page)).toContainText("Withdrawals are stopped at the moment");
  });
});

test.describe("buying", () => {
  test("has two tabs, with the same limits in both [M2.04 M5.03 M5.04 M1.03]", async ({ page, request }) => {
    await memberWith(page, request, 0);
    await arrive(page, "/wallet");
    await expect(buying(page).getByRole("tab")).toHaveText(["Direct", "Manual"]);
    for (const [tab, send] of [
      ["Direct", "Buy BBUX"],
      ["Manual", "Show payment instructions"],
    ] as const) {
      await buying(page).getByRole("tab", { name: tab }).click();
      const field = page.getByLabel("Amount in SOL");
      await expect(field).toHaveAttribute("min", "0.001");
      await expect(field).toHaveAttribute("max", "1000");
      await expect(field).toHaveAttribute("step", "0.001");
      for (const [typed, problem] of [
        ["0.0005", "Amount must be at least 0.001 SOL"],
        ["1000.001", "Amount must be at most 1000 SOL"],
        ["0.0015", "Amount must be a multiple of 0.001 SOL"],
      ] as const) {
        await field.fill(typed);
        await buying(page).getByRole("button", { name: send }).click();
        await expect(page.getByText(problem)).toBeVisible();
        await expect(field).toBeFocused();
      }
      await field.fill("2.5");
      const receipt = buying(page).getByRole("region", { name: "Receipt" });
      await expect(receipt).toContainText(/You pay\s*2\.5000 SOL/);
      await expect(receipt).toContainText(/You get\s*2\.5000 BBUX/);
    }
  });

  test("by hand: a request, instructions, a signature, and the BBUX [M4.11 M4.12 M5.08 M8.15 M4.18 M7.54]", async ({
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

    await dialog.getByRole("button", { name: "Confirm payment" }).click();
    await expect(dialog.getByText("Transaction signature is required")).toBeVisible();

    const reads = readsOf(page);
    await dialog.getByLabel("Transaction signature").fill("5".repeat(88));
    await dialog.getByRole("button", { name: "Confirm payment" }).click();
    await expect(dialog.getByRole("alert")).toContainText("Failed to confirm deposit");
    await expect.poll(() => reads.count).toBeGreaterThan(0);

    const signature = await airdrop(member, address, 1.25);
    await dialog.getByLabel("Transaction signature").fill(signature);
    await dialog.getByRole("button", { name: "Confirm payment" }).click();
    const done = page.getByRole("dialog", { name: "Deposit credited" });
    await expect(done).toContainText("1.2500 BBUX is in your balance", { timeout: 30_000 });
    await done.getByRole("button", { name: "Done" }).click();
    await expect(balance(page).locator("p").first()).toHaveText("1.2500 BBUX");
  });

  test("by hand: what is paid is credited by itself, and the dialog sees it [M4.12]", async ({ page, request }) => {
    const member = await memberWith(page, request, 0);
    await openManual(page);
    await page.getByLabel("Amount in SOL").fill("3");
    await page.getByRole("button", { name: "Show payment instructions" }).click();
    const dialog = page.getByRole("dialog", { name: "How to pay" });
    await expect(dialog).toContainText("3.0000 SOL");
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await page.getByRole("button", { name: "Show the instructions for 3.0000 SOL again" }).click();
    await airdrop(member, await depositAddress(member), 3);
    await expect(page.getByRole("dialog", { name: "Deposit credited" })).toContainText("3.0000 BBUX", {
      timeout: 30_000,
    });
  });

  test("by hand: says 'Failed to create deposit request', and why [M8.14 M4.18]", async ({ page, request }) => {
    const member = await memberWith(page, request, 0);
    for (let n = 0; n < 20; n++) await member.post("/wallet/deposit", { amount: "0.5" });
    await openManual(page);
    await page.getByLabel("Amount in SOL").fill("1");
    const reads = readsOf(page);
    await page.getByRole("button", { name: "Show payment instructions" }).click();
    const alert = buying(page).getByRole("alert");
    await expect(alert).toContainText("Failed to create deposit request");
    await expect(alert).toContainText("many deposit requests open");
    await expect.poll(() => reads.count).toBeGreaterThan(0);
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  test("direct: from the connected wallet, credited, and told so; the control disconnects again [M2.03 M4.05 M1.03 M4.04]", async ({
    page,
    request,
  }) => {
    await memberWith(page, request, 0);
    await withSol(page);
    await page.getByLabel("Amount in SOL").fill("2");
    const reads = readsOf(page);
    await buying(page).getByRole("button", { name: "Buy BBUX" }).click();
    await walletWindow(page).getByRole("button", { name: "Approve" }).click();
    await expect(buying(page)).toContainText("2.0000 BBUX is in your balance", { timeout: 30_000 });
    await expect.poll(() => reads.count).toBeGreaterThan(0);
    await expect(balance(page).locator("p").first()).toHaveText("2.0000 BBUX");
    await buying(page).getByRole("button", { name: "Buy more" }).click();
    await expect(page.getByLabel("Amount in SOL")).toHaveValue("");
    await page
      .getByRole("main")
      .getByRole("button", { name: /connected by/ })
      .click();
    await page.getByRole("menuitem", { name: "Disconnect wallet" }).click();
    await expect(page.getByRole("main").getByRole("button", { name: "Connect wallet" })).toHaveCount(2);
  });

  test("direct: three times no blockhash, and it says so [M4.01 M8.11 M4.18]", async ({ page, request }) => {
    await memberWith(page, request, 0);
    await withSol(page);
    const asked: number[] = [];
    await page.route(callOf("wallet.getBlockhash"), (route) => {
      asked.push(Date.now());
      return route.abort();
    });
    await page.getByLabel("Amount in SOL").fill("1");
    await buying(page).getByRole("button", { name: "Buy BBUX" }).click();
    await expect(buying(page).getByRole("alert")).toContainText(
      "Unable to connect to Solana network after multiple attempts. Please try again later.",
    );
    expect(asked).toHaveLength(3);
    expect((asked[2] ?? 0) - (asked[0] ?? 0)).toBeGreaterThan(3_500);
  });

  test("direct: sent, and the platform would not confirm it [M8.13 M4.18]", async ({ page, request }) => {
    await memberWith(page, request, 0);
    await withSol(page);
    await refuse(page, "wallet.confirmDirectDeposit", { status: 422, code: "TRANSACTION_FAILED", error: "It failed" });
    await page.getByLabel("Amount in SOL").fill("1");
    const reads = readsOf(page);
    await buying(page).getByRole("button", { name: "Buy BBUX" }).click();
    await walletWindow(page).getByRole("button", { name: "Approve" }).click();
    await expect(buying(page).getByRole("alert")).toContainText("Transaction sent but confirmation failed");
    await expect.poll(() => reads.count).toBeGreaterThan(0);
  });
});

async function withSol(page: Page): Promise<void> {
  await connectDevelopmentWallet(page);
  await page
    .getByRole("main")
    .getByRole("button", { name: /connected by/ })
    .click();
  await page.getByRole("menuitem", { name: "Open development wallet" }).click();
  await getSol(page);
  await page.keyboard.press("Escape");
}

test.describe("selling", () => {
  test("says what is missing, counts the fee as one types, and knows the most [M2.05 M5.09 M5.10 M5.11 M1.04]", async ({
    page,
    request,
  }) => {
    const member = await memberWith(page, request, 5);
    await openSell(page);
    await selling(page).getByRole("button", { name: "Sell BBUX" }).click();
    await expect(selling(page).getByText("Please enter a destination address")).toBeVisible();
    const field = page.getByLabel("Amount in BBUX");
    await page.getByLabel("Destination address").fill(await depositAddress(member));
    for (const [typed, problem] of [
      ["0.0009", "Amount must be at least 0.001 BBUX"],
      ["5.000000001", "Amount must be at most your balance, 5 BBUX"],
    ] as const) {
      await field.fill(typed);
      await selling(page).getByRole("button", { name: "Sell BBUX" }).click();
      await expect(selling(page).getByText(problem)).toBeVisible();
    }
    await expect(selling(page).getByText(/This is your deposit address here/)).toBeVisible();
    await selling(page).getByRole("button", { name: /^Max/ }).click();
    await expect(field).toHaveValue("5");
    const receipt = selling(page).getByRole("region", { name: "Receipt" });
    await expect(receipt).toContainText(/Fee \(3%\)\s*0\.1500 BBUX/);
    await expect(receipt).toContainText(/You get\s*4\.8500 SOL/);
    await expect(receipt).toContainText(/Daily limit left\s*[\d,]+\.\d{4} BBUX/);
    await field.fill("0.001");
    await expect(receipt).toContainText(/Fee \(3%\)\s*0\.00003 BBUX/);
    await expect(receipt).toContainText(/You get\s*0\.00097 SOL/);
  });

  test("requests, processes, follows it to the end, and the chain has the SOL [M2.06 M4.13 M1.04 M7.54]", async ({
    page,
    request,
  }) => {
    const member = await memberWith(page, request, 5);
    const destination = freshAddress();
    await openSell(page);
    await page.getByLabel("Amount in BBUX").fill("2");
    await page.getByLabel("Destination address").fill(destination);
    await page.getByLabel("Save this address for the next time").check();
    const [created, processed] = [callOf("wallet.action"), callOf("wallet.processWithdrawal")].map((call) =>
      page.waitForRequest((sent) => call.test(sent.url())),
    );
    await selling(page).getByRole("button", { name: "Sell BBUX" }).click();
    expect((await created)?.headers()["idempotency-key"]).toMatch(/^[0-9a-f-]{36}$/);
    expect((await processed)?.headers()["idempotency-key"]).toMatch(/^[0-9a-f-]{36}$/);
    const dialog = page.getByRole("dialog", { name: /^Withdrawal/ });
    await expect(dialog).toContainText("1.9400 SOL");
    await expect(dialog).toContainText(destination);
    await expect(page.getByRole("dialog", { name: "Withdrawal completed" })).toContainText("has been sent", {
      timeout: 45_000,
    });
    await expect(dialog.getByRole("link", { name: /View in explorer/ })).toBeVisible();
    expect(await solAt(member, destination)).toBe(1.94);
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(balance(page).locator("p").first()).toHaveText("3.0000 BBUX");
    expect((await member.get("/wallet")).withdrawalAddress).toBe(destination);

    // The next time the address is there, and can be forgotten.
    await page.reload();
    await page.getByRole("tab", { name: "Sell", exact: true }).click();
    await expect(page.getByLabel("Destination address")).toHaveValue(destination);
    await selling(page).getByRole("button", { name: "Forget this saved address" }).click();
    await expect.poll(async () => (await member.get("/wallet")).withdrawalAddress).toBeNull();
  });

  test("says 'Failed to create withdrawal request', and why [M8.16 M4.18]", async ({ page, request }) => {
    const member = await memberWith(page, request, 1);
    await openSell(page);
    await page.getByLabel("Amount in BBUX").fill("0.5");
    // The system program: it looks like an address, and nobody has its key.
    await page.getByLabel("Destination address").fill("1".repeat(32));
    const reads = readsOf(page);
    await selling(page).getByRole("button", { name: "Sell BBUX" }).click();
    await expect(selling(page).getByRole("alert")).toContainText("Failed to create withdrawal request");
    await expect.poll(() => reads.count).toBeGreaterThan(0);
    expect((await member.get("/wallet")).balance).toBe(1);
  });

  test("says that the BBUX was refunded when it was, and only then [M8.17 M4.15 M4.18]", async ({ page, request }) => {
    await memberWith(page, request, 5);
    for (const refunded of [true, false]) {
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await amend(page, "wallet.processWithdrawal", (state: Record<string, unknown>) =>
        Object.assign(state, { success: false, status: "failed", refunded, message: "The network refused it" }),
      );
      await openSell(page);
      await page.getByLabel("Amount in BBUX").fill("0.5");
      await page.getByLabel("Destination address").fill(freshAddress());
      const reads = readsOf(page);
      await selling(page).getByRole("button", { name: "Sell BBUX" }).click();
      const alert = selling(page).getByRole("alert");
      await expect(alert).toContainText("Withdrawal failed. Please try again.");
      if (refunded) await expect(alert).toContainText("Your 0.5 BBUX were refunded");
      else await expect(alert).not.toContainText("refunded");
      await expect.poll(() => reads.count).toBeGreaterThan(1);
      await expect(page.getByRole("dialog")).toHaveCount(0);
    }
  });

  test("does not call a withdrawal failed whose processing was not heard of, and follows it [M8.17 M4.13]", async ({
    page,
    request,
  }) => {
    await memberWith(page, request, 2);
    await openSell(page);
    await page.route(callOf("wallet.processWithdrawal"), (route) => route.abort());
    await page.getByLabel("Amount in BBUX").fill("1");
    await page.getByLabel("Destination address").fill(freshAddress());
    await selling(page).getByRole("button", { name: "Sell BBUX" }).click();
    await expect(page.getByRole("dialog", { name: /^Withdrawal (on its way|completed)/ })).toBeVisible();
    await expect(page.getByRole("dialog", { name: "Withdrawal completed" })).toBeVisible({ timeout: 45_000 });
    await expect(page.getByText("Withdrawal failed")).toHaveCount(0);
  });

  test("is told on the spot when a request under way fails, with what became of the BBUX [M4.15]", async ({
    page,
    request,
  }) => {
    await memberWith(page, request, 2);
    await openSell(page);
    let nudges = 0;
    await amend(page, "wallet.processWithdrawal", (state: Record<string, unknown>) => {
      nudges++;
      Object.assign(state, nudges === 1 ? { status: "pending" } : { status: "failed", refunded: true, success: false });
    });
    await amend(page, "wallet.transaction", ({ transaction }: { transaction: { status: string } }) => {
      transaction.status = "failed";
    });
    await page.getByLabel("Amount in BBUX").fill("1");
    await page.getByLabel("Destination address").fill(freshAddress());
    await selling(page).getByRole("button", { name: "Sell BBUX" }).click();
    const dialog = page.getByRole("dialog", { name: "Withdrawal failed" });
    await expect(dialog.getByRole("alert")).toContainText("Withdrawal failed. Please try again.");
    await expect(dialog.getByRole("alert")).toContainText("Your 1 BBUX were refunded");
    expect(nudges).toBe(2);
  });
});

test("what was typed and the session survive: a member signs in again on the spot [M2.05]", async ({
  page,
  request,
}) => {
  const member = await memberWith(page, request, 1);
  await openSell(page);
  await page.getByLabel("Amount in BBUX").fill("0.75");
  await page.context().clearCookies();
  await page.getByLabel("Destination address").fill(freshAddress());
  await selling(page).getByRole("button", { name: "Sell BBUX" }).click();
  const dialog = page.getByRole("dialog", { name: "Please sign in again" });
  await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await dialog.getByRole("button", { name: "Sign in" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByLabel("Amount in BBUX")).toHaveValue("0.75");
  expect((await member.get("/wallet")).balance).toBe(1);
});
