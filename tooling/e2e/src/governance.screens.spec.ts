import { expect, type Page, test } from "@playwright/test";
import { change, ownStake, rewardedDays } from "./governance.support.ts";
import { callOf, refuse, tabTo } from "./people.support.ts";
import { DEMO_PASSWORD, demoEmail, enter, newMember, PASSWORD, wordless } from "./support.ts";
import { amend, arrive, memberWith, violations } from "./wallet.screens.support.ts";

const enterDemo = (page: Page, username: string) => enter(page, demoEmail(username), DEMO_PASSWORD);
const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
// What is still under way when a test ends has nobody left to answer.
test.afterEach(({ page }) => page.unrouteAll({ behavior: "ignoreErrors" }));

test.describe("without a session", () => {
  test("governance is no dashboard but a way to log in, and back [M2.15]", async ({ page }) => {
    await page.goto("/governance");
    await expect(page.getByRole("heading", { name: "Governance Access Required" })).toBeVisible();
    await expect(page.getByRole("table")).toHaveCount(0);
    await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
    await expect(page).toHaveURL(/\/login\?redirectTo=%2Fgovernance/);
    await page.getByLabel("Email").fill(demoEmail("amara"));
    await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(region(page, "Your stake")).toBeVisible();
  });

  test("proposals are none either [M2.15]", async ({ page }) => {
    for (const path of ["/governance/proposals", "/governance/proposals/new", "/governance/proposals/1"]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { name: "Governance Access Required" })).toBeVisible();
    }
  });

  test("the books can be seen and verified by anyone, from the front page on", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("navigation", { name: "Footer" }).getByRole("link", { name: "Transparency" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Transparency" })).toBeVisible();
    await expect(page.getByRole("table", { name: "The log" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Sign in to check" })).toBeVisible();
  });
});

test.describe("the navigation", () => {
  test("leads to Governance and Refund Requests, and to the Admin Panel only admins [C2.038 C2.039 C2.040]", async ({
    page,
  }) => {
    await enterDemo(page, "amara");
    await arrive(page, "/community");
    const rail = page.getByRole("navigation", { name: "Main" }).first();
    await expect(rail.getByRole("link", { name: "Refund Requests" })).toHaveAttribute("href", "/refund-requests");
    await expect(rail.getByRole("link", { name: "Admin Panel" })).toHaveCount(0);
    await expect(rail.getByRole("link", { name: "Moderation" })).toHaveCount(0);
    await rail.getByRole("link", { name: "Governance" }).click();
    await expect(page).toHaveURL(/\/governance$/);

    await page.context().clearCookies();
    await enterDemo(page, "teodor");
    await arrive(page, "/community");
    await expect(rail.getByRole("link", { name: "Moderation" })).toHaveAttribute("href", "/moderation");
    await expect(rail.getByRole("link", { name: "Admin Panel" })).toHaveCount(0);

    await page.context().clearCookies();
    await enterDemo(page, "maren");
    await arrive(page, "/community");
    await expect(rail.getByRole("link", { name: "Admin Panel" })).toHaveAttribute("href", "/admin");
  });

  test("on a phone has the same under More [C2.038 C2.040]", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await enterDemo(page, "amara");
    await arrive(page, "/community");
    await page.getByRole("button", { name: "More" }).click();
    await expect(page.getByRole("menuitem", { name: "Refund Requests" })).toBeVisible();
    await expect(page.getByRole("menuitem", { name: "Admin Panel" })).toHaveCount(0);
    await page.getByRole("menuitem", { name: "Governance" }).click();
    await expect(region(page, "Your stake")).toBeVisible();
  });
});

test.describe("the dashboard", () => {
  test("shows totals, the rate and what it is made of, health, and one's own [M2.16 M2.17 M2.18 M2.19 M2.20 M2.25 M9.04 M9.05]", async ({
    page,
  }) => {
    await rewardedDays(20);
    await enterDemo(page, "kenji");
    await arrive(page, "/governance");
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
    await expect(page.getByRole("img", { name: /^Reward rate: 0\.060% on / })).toBeVisible();
    await page.getByText("Show the days as a table").click();
    await expect(page.getByRole("table").filter({ hasText: "Stakers" }).getByRole("row")).not.toHaveCount(1);
    const ways = page.getByRole("navigation", { name: "Governance" });
    await expect(ways.getByRole("link", { name: /^Refund requests/ })).toHaveAttribute("href", "/refund-requests");
  });

  test("has at most 20 lines of log and activity each, in boxes that scroll and can be reached by keyboard [M2.22 M2.23 M2.24]", async ({
    page,
  }) => {
    await enterDemo(page, "kenji");
    await arrive(page, "/governance");
    for (const name of ["Transparency log", "Activity"]) {
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

  test("takes a stake and gives it back, and shows what became of it [M2.21 M4.21 M4.22]", async ({
    page,
    request,
  }) => {
    await memberWith(page, request, 3);
    await arrive(page, "/governance");
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
    await arrive(page, "/wallet");
    await expect(region(page, "Your balance")).toContainText(/Staked\s*1\.5000 BBUX/);
  });

  test("is where an account that has a stake is led before it can be closed [M4.22]", async ({ page, request }) => {
    const member = await memberWith(page, request, 1);
    await member.post("/governance/stake", { amount: "1" });
    await arrive(page, "/settings?tab=account");
    await page.getByRole("button", { name: "Delete your account" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete your account?" });
    await dialog.getByLabel("Your password").fill(PASSWORD);
    await dialog.getByRole("button", { name: "Delete for good" }).click();
    await expect(dialog.getByRole("alert")).toContainText("There is BBUX staked in this account");
    await dialog.getByRole("link", { name: "Go to your stake" }).click();
    await expect(ownStake(page)).toHaveText("1.0000 BBUX");
  });

  test("answers no amount with 'Please enter a valid amount', in both forms, and sends nothing [M5.01]", async ({
    page,
    request,
  }) => {
    await memberWith(page, request, 1);
    await arrive(page, "/governance");
    let sent = 0;
    page.on("request", (call) => {
      if (callOf("governance.stake").test(call.url()) || callOf("governance.unstake").test(call.url())) sent++;
    });
    for (const kind of ["Stake", "Unstake"] as const) {
      for (const amount of ["", "0", "-1"]) {
        await change(page, kind, amount);
        await expect(page.getByRole("form", { name: `${kind} BBUX` })).toContainText("Please enter a valid amount");
      }
    }
    await change(page, "Stake", "1.5");
    await expect(page.getByRole("form", { name: "Stake BBUX" })).toContainText("at most your balance, 1 BBUX");
    expect(sent).toBe(0);
  });

  test("says 'Failed to stake' and 'Failed to unstake', and why, and reads everything again [M4.22 M8.07 M8.08]", async ({
    page,
    request,
  }) => {
    await memberWith(page, request, 2);
    await arrive(page, "/governance");
    await change(page, "Stake", "1");
    await expect(ownStake(page)).toHaveText("1.0000 BBUX");
    await refuse(page, "governance.stake", { code: "INSUFFICIENT_BALANCE", error: "Insufficient balance" });
    const read = page.waitForResponse((response) => callOf("governance.dashboard").test(response.url()));
    await change(page, "Stake", "1");
    const staking = page.getByRole("form", { name: "Stake BBUX" }).getByRole("alert");
    await expect(staking).toContainText("Failed to stake");
    await expect(staking).toContainText("Insufficient balance.");
    await read;
    await page.route(callOf("governance.unstake"), (route) => route.fulfill(wordless));
    await change(page, "Unstake", "1");
    await expect(page.getByRole("form", { name: "Unstake BBUX" }).getByRole("alert")).toContainText(
      "Failed to unstake",
    );
  });

  test("sends a stake whose answer is lost again with the same key, so that it counts once [M4.21]", async ({
    page,
    request,
  }) => {
    await memberWith(page, request, 2);
    await arrive(page, "/governance");
    let first = true;
    const keys: (string | undefined)[] = [];
    await page.route(callOf("governance.stake"), async (route) => {
      keys.push(route.request().headers()["idempotency-key"]);
      if (!first) return route.continue();
      first = false;
      await route.fetch();
      return route.abort();
    });
    await change(page, "Stake", "1");
    await expect(page.getByRole("form", { name: "Stake BBUX" }).getByRole("alert")).toContainText("Failed to stake");
    await page.getByRole("form", { name: "Stake BBUX" }).getByRole("button", { name: "Stake BBUX" }).click();
    await expect(page.getByRole("form", { name: "Stake BBUX" })).toContainText("Your stake is now 1.0000 BBUX");
    expect(keys).toEqual([keys[0], keys[0]]);
    await expect(ownStake(page)).toHaveText("1.0000 BBUX");
  });

  test("says 'Failed to load governance data', and comes when it is tried again [M8.03]", async ({ page }) => {
    await enterDemo(page, "amara");
    await refuse(page, "governance.dashboard");
    await page.goto("/governance");
    await expect(page.getByRole("alert")).toContainText("Failed to load governance data");
    await page.unrouteAll();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(region(page, "Your stake")).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
  });

  test("says 'Governance data is not available right now. (Invalid action)' [M8.06]", async ({ page }) => {
    await enterDemo(page, "amara");
    await refuse(page, "governance.dashboard", { error: "Invalid action" });
    await page.goto("/governance");
    await expect(page.getByRole("alert")).toContainText("Governance data is not available right now. (Invalid action)");
  });

  test("shows its figures while the charts fail", async ({ page }) => {
    await enterDemo(page, "amara");
    await refuse(page, "governance.history");
    await page.goto("/governance");
    await expect(page.getByRole("alert")).toContainText("The charts could not be loaded");
    await expect(region(page, "Total staked")).toContainText("BBUX");
  });
});

test.describe("fees", () => {
  test("are read from what is in force, and nothing is priced before they are known [M1.06 M4.46]", async ({
    page,
  }) => {
    await amend(page, "parameters.list", ({ parameters }: { parameters: { name: string; value: string }[] }) => {
      for (const parameter of parameters) {
        if (parameter.name === "bountyFee") parameter.value = "725";
        if (parameter.name === "withdrawalFee") parameter.value = "150";
      }
    });
    await enterDemo(page, "amara");
    await arrive(page, "/posts/create");
    await page.getByRole("switch", { name: "Offer a bounty" }).check();
    await page.getByLabel("Amount").fill("4");
    await expect(region(page, "Receipt")).toContainText(/Governance fee \(7\.25%\)\s*0\.29 BBUX/);
    await arrive(page, "/wallet?tab=sell");
    await expect(region(page, "Sell BBUX for SOL")).toContainText("Fee (1.5%)");
    await arrive(page, "/");
    await expect(page.getByRole("main")).toContainText("a fee of 7.25% goes to the community's treasury");
  });

  test("that cannot be had keep a bounty and a sale from being sent [M1.06]", async ({ page }) => {
    await refuse(page, "parameters.list");
    await enterDemo(page, "amara");
    await page.goto("/posts/create");
    await page.getByLabel("Title").fill("What does it cost?");
    await page.getByRole("textbox", { name: "Content" }).fill("Nobody knows.");
    await page.getByRole("combobox", { name: "Tags" }).fill("rust");
    await page.getByRole("option").first().click();
    await page.getByRole("switch", { name: "Offer a bounty" }).check();
    await page.getByLabel("Amount").fill("1");
    await expect(region(page, "Receipt")).toContainText("not available");
    await expect(region(page, "Receipt")).not.toContainText("5%");
    await page.getByRole("button", { name: "Post", exact: true }).click();
    await expect(page.getByRole("alert")).toContainText("The fee could not be loaded");
    await expect(page).toHaveURL(/\/posts\/create$/);
    await page.unrouteAll();
    await page.getByRole("button", { name: "Load the fee again" }).click();
    await expect(region(page, "Receipt")).toContainText("Governance fee (5%)");
  });
});

test.describe("proposals", () => {
  test("can be written with a preview of what would change, within its bounds [M4.44 M5.42]", async ({
    page,
    request,
  }) => {
    const member = await newMember(request, "writer");
    await enter(page, member.email, PASSWORD);
    await arrive(page, "/governance/proposals/new");
    const form = page.getByRole("form", { name: "New proposal" });
    await expect(form.getByRole("radio", { name: "Signal" })).toContainText("Needs 1.0000 BBUX staked");
    await expect(form.getByRole("radio", { name: "Policy" })).toContainText("Needs 10.0000 BBUX staked");
    await expect(form).toContainText("You have staked 0.0000 BBUX. This kind needs 1.0000 BBUX more.");
    await form.getByRole("radio", { name: "Change of a parameter" }).click();
    await form.getByRole("combobox", { name: "What is to change" }).click();
    await page.getByRole("option", { name: "Base reward rate" }).click();
    await expect(form).toContainText("From 0.000% a day to 0.200% a day");
    await form.getByLabel("New value").fill("0.06");
    await expect(region(page, "What would change")).toContainText(/0\.050% a day.*0\.060% a day/s);
    await form.getByLabel("New value").fill("0.5");
    await form.getByRole("button", { name: "Submit proposal" }).click();
    await expect(form).toContainText("Base reward rate must be at most 0.200% a day");
    await expect(form).toContainText("Please give it a title of at least 5 characters");
    await form.getByLabel("New value").fill("0.06");
    await form.getByLabel("Title").fill("A higher base rate");
    await form.getByRole("textbox", { name: "Proposal" }).fill("Let the **base rate** rise a little, please.");
    await form.getByRole("button", { name: "Preview" }).click();
    await expect(region(page, "Preview of proposal").getByRole("strong")).toHaveText("base rate");
    // The draft outlives a reload, and the server says what is missing.
    await page.reload();
    await expect(form.getByLabel("Title")).toHaveValue("A higher base rate");
    await form.getByRole("button", { name: "Submit proposal" }).click();
    await expect(form.getByRole("alert")).toContainText(/This needs a stake of \d+ BBUX. You have staked 0 BBUX./);
  });

  test("can be narrowed by how they stand, in the address too; one that is not there says so [M4.45]", async ({
    page,
    request,
  }) => {
    const member = await memberWith(page, request, 3);
    await member.post("/governance/stake", { amount: "2" });
    const title = `Shall we? ${crypto.randomUUID().slice(0, 6)}`;
    await member.post("/governance/proposals", { type: "SIGNAL", title, proposal: "It is only a question of taste." });
    await arrive(page, "/governance/proposals");
    await page.getByRole("navigation", { name: "Show" }).getByRole("link", { name: "Open" }).click();
    await expect(page).toHaveURL(/status=open/);
    await expect(page.getByRole("article", { name: title })).toContainText("Nobody has voted");
    await page.getByRole("navigation", { name: "Show" }).getByRole("link", { name: "Rejected" }).click();
    await expect(page).toHaveURL(/status=rejected/);
    await expect(page.getByRole("article", { name: title })).toHaveCount(0);
    await page.goto("/governance/proposals/999999999");
    await expect(page.getByRole("heading", { name: "This proposal is not here" })).toBeVisible();
  });

  test("are not voted on by who had nothing staked when voting opened [M4.45 M6.21]", async ({
    page,
    request,
    browser,
  }) => {
    const member = await memberWith(page, request, 3);
    await member.post("/governance/stake", { amount: "2" });
    const answer = await member.post("/governance/proposals", {
      ...{ type: "SIGNAL", title: "Only for those who were here", proposal: "It is only a question of taste." },
    });
    const path = `/governance/proposals/${Reflect.get(Object(answer.proposal), "id")}`;
    await arrive(page, path);
    await expect(region(page, "Your vote")).toContainText(/It weighs 2\.\d{4} votes/);
    await refuse(page, "proposals.vote", { code: "VOTING_CLOSED", status: 409, error: "Voting is over" });
    await region(page, "Your vote").getByRole("button", { name: "Vote against" }).click();
    const dialog = page.getByRole("dialog", { name: "Vote against this proposal?" });
    await dialog.getByRole("button", { name: "Vote against and lock" }).click();
    await expect(dialog.getByRole("alert")).toContainText("Voting is over");

    const other = await browser.newPage();
    await memberWith(other, request, 0);
    await arrive(other, path);
    await expect(region(other, "Your vote")).toContainText("You had nothing staked when voting opened");
    await expect(other.getByRole("button", { name: "Vote for" })).toHaveCount(0);
    await other.close();
  });
});

test.describe("transparency", () => {
  test("the whole log verifies in the browser", async ({ page }) => {
    await arrive(page, "/transparency");
    await page.getByRole("button", { name: "Verify here" }).click();
    await expect(region(page, "Verify the log")).toContainText(/The log verifies\. [\d,]+ entries/, {
      timeout: 30_000,
    });
    await expect(page.getByRole("link", { name: "Download the log" })).toHaveAttribute(
      "href",
      "/api/transparency/log.ndjson",
    );
    await expect(region(page, "Totals")).toContainText("exactly what came in from the chain");
  });

  test("a log that was tampered with is told with its first bad entry", async ({ page }) => {
    await page.route("**/api/transparency/log.ndjson*", async (route) => {
      const response = await route.fetch();
      const lines = (await response.text()).split("\n");
      const third = JSON.parse(lines[3] ?? "");
      lines[3] = JSON.stringify({ ...third, description: `${third.description}.` });
      await route.fulfill({ response, body: lines.join("\n") });
    });
    await arrive(page, "/transparency");
    await page.getByRole("button", { name: "Verify here" }).click();
    await expect(region(page, "Verify the log")).toContainText("The log does not verify");
    await expect(region(page, "Verify the log")).toContainText("Entry 3: it says something else than what was sealed");
  });

  test("a log that cannot be fetched is no bad log", async ({ page }) => {
    await page.route("**/api/transparency/log.ndjson*", (route) => route.fulfill({ status: 503 }));
    await arrive(page, "/transparency");
    await page.getByRole("button", { name: "Verify here" }).click();
    await expect(page.getByRole("alert")).toContainText("The log could not be downloaded");
    await expect(region(page, "Verify the log")).not.toContainText("does not verify");
  });

  test("a member has it proven that their balance is counted, and learns of one that is not", async ({
    page,
    request,
  }) => {
    // The demo community had its balances when the first checkpoint was made.
    await enterDemo(page, "noor");
    await arrive(page, "/transparency");
    await page.getByRole("button", { name: "Check that my balance is counted" }).click();
    await expect(region(page, "Is your balance counted?")).toContainText(/Your balance is counted: [\d.]+ BBUX/);
    await amend(page, "transparency.proof", ({ proof }: { proof: { amount: string } }) => {
      proof.amount = "1000000";
    });
    await page.getByRole("button", { name: "Check that my balance is counted" }).click();
    await expect(region(page, "Is your balance counted?")).toContainText("The shares do not add up to the amount");
    const member = await newMember(request, "nothing");
    await page.unrouteAll();
    await page.context().clearCookies();
    await enter(page, member.email, PASSWORD);
    await arrive(page, "/transparency");
    await page.getByRole("button", { name: "Check that my balance is counted" }).click();
    await expect(region(page, "Is your balance counted?")).toContainText("nothing of yours in the latest checkpoint");
  });

  test("is linked from the proof of reserves, and leads back to it", async ({ page }) => {
    await arrive(page, "/reserves");
    await page.getByRole("main").getByRole("link", { name: "transparency log" }).click();
    await expect(page).toHaveURL(/\/transparency$/);
    await page.getByRole("main").getByRole("link", { name: "proof of reserves" }).click();
    await expect(page).toHaveURL(/\/reserves$/);
  });

  test("the log goes in pages whose address stays", async ({ page }) => {
    await arrive(page, "/transparency");
    const places = () => page.getByRole("table", { name: "The log" }).getByRole("row").allTextContents();
    await page.getByRole("link", { name: "Older" }).click();
    await expect(page).toHaveURL(/upTo=\d+/);
    const older = await places();
    await page.reload();
    await expect.poll(places).toEqual(older);
    await page.getByRole("link", { name: "Newer" }).click();
    await expect.poll(places).not.toEqual(older);
  });
});

for (const path of [
  "/governance",
  "/governance/proposals",
  "/governance/proposals/new",
  "a proposal",
  "/transparency",
]) {
  test(`${path} has no serious fault of accessibility, at any width, and nothing runs over [M2.15]`, async ({
    page,
    request,
  }) => {
    test.slow();
    const member = await memberWith(page, request, 3);
    await member.post("/governance/stake", { amount: "2" });
    const answer = await member.post("/governance/proposals", {
      ...{ type: "SIGNAL", title: "Is it readable?", proposal: "It is only a question of taste." },
    });
    const there = path.startsWith("/") ? path : `/governance/proposals/${Reflect.get(Object(answer.proposal), "id")}`;
    for (const [width, colorScheme] of [
      [1280, "light"],
      [1280, "dark"],
      [768, "light"],
      [360, "light"],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await arrive(page, there);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(over, `at ${width}`).toBeLessThanOrEqual(0);
      if (width !== 768) expect(await violations(page)).toEqual([]);
    }
  });
}
