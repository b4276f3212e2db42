import { expect, type Page, test } from "@playwright/test";
import { auditOf, enterAs, giveReason, newJudge } from "./moderation.support.ts";
import { callOf, refuse } from "./people.support.ts";
import { type ApiMember, demoMember, newMember, wordless } from "./support.ts";
import { airdrop, amend, arrive, violations } from "./wallet.screens.support.ts";

// What is still under way when a test ends has nobody left to answer.
test.afterEach(({ page }) => page.unrouteAll({ behavior: "ignoreErrors" }));

const asMaren = (page: Page) => enterAs(page, "maren");
const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });
const toast = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();
const stats = async (admin: ApiMember) => (await admin.get("/admin/stats")).stats as Record<string, number>;

test("everybody but admins is denied, in the documented words [C6.17]", async ({ page, request }) => {
  const denied = async () => {
    await arrive(page, "/admin?tab=money");
    await expect(page.getByRole("heading", { level: 1, name: "Access Denied" })).toBeVisible();
    await expect(page.getByText("You need admin privileges to access this page", { exact: true })).toBeVisible();
    await expect(page.getByRole("tab")).toHaveCount(0);
  };
  await denied();
  expect(await violations(page)).toEqual([]);
  const member = await newMember(request);
  await enterAs(page, member);
  await denied();
  await enterAs(page, "teodor");
  await denied();
});

test("the cards have the platform's figures, and lead where they are about [C2.105]", async ({ page, request }) => {
  await asMaren(page);
  await arrive(page, "/admin");
  const admin = await demoMember(request, "maren");
  const card = (term: string) =>
    page
      .getByRole("main")
      .locator("dl > div")
      .filter({ hasText: new RegExp(`^${term}`) });
  await expect(async () => {
    await page.reload();
    const now = await stats(admin);
    for (const [term, key] of [
      ["Total members", "totalUsers"],
      ["Users", "userCount"],
      ["Moderators", "moderatorCount"],
      ["Admins", "adminCount"],
      ["Suspended", "suspendedCount"],
      ["Posts", "totalPosts"],
      ["Answers", "totalAnswers"],
    ] as const) {
      await expect(card(term).locator("dd")).toContainText((now[key] ?? -1).toLocaleString("en"), { timeout: 1_000 });
    }
  }).toPass({ timeout: 20_000 });
  await card("Moderators").getByRole("link").click();
  await expect(page).toHaveURL(/role=moderator/);
  await expect(page.getByRole("row", { name: /teodor/ })).toBeVisible();
});

test("members are searched, sorted, filtered and turned over [C2.106]", async ({ page, request }) => {
  const member = await newMember(request, "needle");
  await asMaren(page);
  await arrive(page, "/admin?tab=members");
  const table = page.getByRole("table", { name: "Members" });
  await expect(table.getByRole("row")).toHaveCount(21);
  await page.getByRole("searchbox", { name: "Search members" }).fill(member.email.slice(0, 12));
  await expect(table.getByRole("row")).toHaveCount(2);
  await expect(table.getByRole("row").last()).toContainText(member.email);
  await expect(page).toHaveURL(/search=needle/);
  await page.getByRole("searchbox", { name: "Search members" }).fill("nobody-has-this-name");
  await expect(page.getByText("Nobody matches this search")).toBeVisible();

  await arrive(page, "/admin?tab=members");
  await page.getByRole("button", { name: "Reputation" }).click();
  await expect(page.getByRole("columnheader", { name: "Reputation" })).toHaveAttribute("aria-sort", "descending");
  const points = await table.locator("tbody tr td:nth-child(2)").allInnerTexts();
  const numbers = points.map((text) => Number(text.replace(/\D/g, "")));
  expect(numbers).toEqual([...numbers].sort((a, b) => b - a));
  await page.getByRole("link", { name: "Page 2" }).click();
  await expect(page).toHaveURL(/sort=reputation.*page=2|page=2.*sort=reputation/);
  await page.getByLabel("Role", { exact: true }).selectOption("admin");
  await expect(page).not.toHaveURL(/page=2/);
  await expect(table.getByRole("row", { name: /maren/ })).toBeVisible();
  await arrive(page, "/admin?tab=members&page=999");
  await page.getByRole("button", { name: "Go to the first page" }).click();
  await expect(table.getByRole("row")).toHaveCount(21);
});

test("roles are given by the selector; to and from admin after a question; the last admin stays [C6.18 C8.36 C2.106]", async ({
  page,
  request,
}) => {
  const member = await newMember(request, "rising");
  const admin = await demoMember(request, "maren");
  await asMaren(page);
  await arrive(page, `/admin?tab=members&search=${member.username}`);
  const role = page.getByLabel(`Role of ${member.username}`);
  await role.selectOption("moderator");
  await toast(page, `${member.username} is a moderator now`);
  await expect(role).toHaveValue("moderator");

  await role.selectOption("admin");
  const make = dialog(page, `Make ${member.username} an admin?`);
  await expect(make).toContainText("change roles, stop withdrawals");
  await make.getByRole("button", { name: "Cancel" }).click();
  await expect(role).toHaveValue("moderator");
  try {
    await role.selectOption("admin");
    await make.getByRole("button", { name: "Make admin" }).click();
    await toast(page, `${member.username} is an admin now`);
    await expect(role).toHaveValue("admin");
    await role.selectOption("user");
    await dialog(page, `Take the admin role from ${member.username}?`)
      .getByRole("button", { name: "Take away" })
      .click();
    await toast(page, `${member.username} is an ordinary user now`);
  } finally {
    await admin.put(`/admin/users/${member.id}/role`, { role: "user" });
  }
  await arrive(page, auditOf(member));
  const log = page.getByRole("main").getByRole("list");
  await expect(log).toContainText(`maren made ${member.username} a moderator instead of an ordinary user`);
  await expect(log).toContainText(`maren made ${member.username} an admin instead of a moderator`);

  expect((await stats(admin)).adminCount, "an admin besides the demo's").toBe(1);
  await arrive(page, "/admin?tab=members&search=maren");
  await page.getByLabel("Role of maren").selectOption("user");
  const take = dialog(page, "Take the admin role from yourself?");
  await expect(take).toContainText("lose this page at once");
  await take.getByRole("button", { name: "Take away" }).click();
  await expect(take.getByRole("alert")).toContainText("Failed to update user role");
  await expect(take.getByRole("alert")).toContainText("last admin");
  await take.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByLabel("Role of maren")).toHaveValue("admin");
});

test("who gives away their own admin role is out at once [C6.17]", async ({ page, request }) => {
  const admin = await newJudge(request, "admin");
  await enterAs(page, admin);
  await arrive(page, `/admin?tab=members&search=${admin.username}`);
  await page.getByLabel(`Role of ${admin.username}`).selectOption("user");
  await dialog(page, "Take the admin role from yourself?").getByRole("button", { name: "Take away" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Access Denied" })).toBeVisible();
});

test("failures have the documented sentences [C8.35 C8.36]", async ({ page, request }) => {
  const member = await newMember(request, "stays");
  await asMaren(page);
  await refuse(page, "admin.users", { error: "No such list", code: "BAD_REQUEST" });
  await page.goto(`/admin?tab=members&search=${member.username}`);
  const alert = page.getByRole("main").getByRole("alert");
  await expect(alert).toContainText("Failed to fetch users");
  await expect(alert).toContainText("No such list");
  await page.unroute(callOf("admin.users"));
  await page.getByRole("button", { name: "Try again" }).click();
  const role = page.getByLabel(`Role of ${member.username}`);
  await page.route(callOf("admin.setRole"), (route) => route.fulfill(wordless));
  await role.selectOption("moderator");
  await expect(alert).toContainText("Failed to update user role");
  await expect(role).toHaveValue("user");
  expect(await violations(page)).toEqual([]);

  for (const [procedure, tab, sentence] of [
    ["admin.stats", "overview", "Failed to load the statistics"],
    ["admin.audit", "audit", "Failed to load the audit log"],
    ["admin.money", "money", "Failed to load the state of payments"],
    ["admin.suspense", "money", "Failed to load unclaimed deposits"],
    ["admin.jobs", "jobs", "Failed to load the jobs"],
    ["parameters.list", "parameters", "Failed to load the parameters"],
    ["parameters.history", "parameters", "Failed to load the history"],
  ] as const) {
    await refuse(page, procedure);
    await page.goto(`/admin?tab=${tab}`);
    await expect(page.getByRole("main").getByText(sentence), procedure).toBeVisible();
    await page.unroute(callOf(procedure));
  }
});

test("withdrawals are stopped and resumed, each with a reason and a typed word; everybody in the panel sees it", async ({
  page,
  request,
}) => {
  const admin = await demoMember(request, "maren");
  await asMaren(page);
  await arrive(page, "/admin?tab=money");
  const payments = page.getByRole("region", { name: "Withdrawals" });
  await expect(payments).toContainText("Paid as they come");
  await payments.getByRole("button", { name: "Stop withdrawals" }).click();
  const stop = dialog(page, "Stop all withdrawals?");
  await stop.getByLabel(/^Reason/).fill("Drill of the operators");
  await stop.getByRole("button", { name: "Stop withdrawals" }).click();
  await expect(stop).toContainText("Please type STOP");
  try {
    await stop.getByLabel(/^Type STOP/).fill("stop");
    await stop.getByRole("button", { name: "Stop withdrawals" }).click();
    await expect(payments).toContainText("Drill of the operators");
    await expect(payments.getByRole("button", { name: "Resume withdrawals" })).toBeVisible();
    expect((await admin.get("/admin/money")).stopped).toMatchObject({ reason: "Drill of the operators" });
    expect(await violations(page)).toEqual([]);
    await page.getByRole("tab", { name: "Jobs" }).click();
    await expect(page.getByRole("strong").filter({ hasText: "Withdrawals are stopped" })).toBeVisible();
    await page.getByRole("link", { name: "Resume them under Money" }).click();
    await payments.getByRole("button", { name: "Resume withdrawals" }).click();
    const resume = dialog(page, "Resume withdrawals?");
    await resume.getByLabel(/^Reason/).fill("The drill is over");
    await resume.getByLabel(/^Type RESUME/).fill("RESUME");
    await resume.getByRole("button", { name: "Resume", exact: true }).click();
    await expect(payments).toContainText("Paid as they come");
    await expect(page.getByRole("strong").filter({ hasText: "Withdrawals are stopped" })).toHaveCount(0);
  } finally {
    await admin.post("/admin/withdrawals/resume", { reason: "The drill is over" });
    // What other tests asked for meanwhile is not kept waiting.
    await admin.post("/admin/jobs/run", { name: "withdrawals" });
  }
  await arrive(page, "/admin?tab=audit&action=WITHDRAWALS_STOPPED");
  await expect(page.getByRole("main").getByRole("list")).toContainText("maren stopped all withdrawals");
});

test("what arrived and is nobody's goes to a member, or to the float; its alert closes with it", async ({
  page,
  request,
}) => {
  test.slow();
  const member = await newMember(request, "claimant");
  const { onChain } = (await member.get("/reserves")) as { onChain: { hotWallet: { address: string } } };
  // Amounts that no other test has.
  const [mine, float] = [1 + Math.floor(Math.random() * 1e8) / 1e9, 2 + Math.floor(Math.random() * 1e8) / 1e9];
  await airdrop(member, onChain.hotWallet.address, mine);
  await airdrop(member, onChain.hotWallet.address, float);
  await asMaren(page);
  const row = (sol: number) =>
    page.getByRole("table", { name: "Unclaimed deposits" }).getByRole("row", { name: String(sol) });
  await expect(async () => {
    await arrive(page, "/admin?tab=money");
    await expect(row(float)).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 40_000 });

  await row(mine).getByRole("button", { name: "Resolve" }).click();
  const resolve = dialog(page, "Whose is this deposit?");
  await resolve.getByLabel(/^How it was found out/).fill("They showed the signature");
  await resolve.getByRole("button", { name: "Give to the member" }).click();
  await expect(resolve.getByRole("alert")).toContainText("Please name the member");
  await resolve.getByLabel(/^Username/).fill("nobody-of-this-name");
  await resolve.getByRole("button", { name: "Give to the member" }).click();
  await expect(resolve.getByRole("alert")).toContainText("There is no member named nobody-of-this-name");
  await resolve.getByLabel(/^Username/).fill(member.username);
  await resolve.getByRole("button", { name: "Give to the member" }).click();
  await expect(row(mine)).toContainText(`Recorded as member ${member.username}`);
  expect(Number((await member.get("/wallet")).balance)).toBeCloseTo(mine, 9);

  await row(float).getByRole("button", { name: "Resolve" }).click();
  await resolve.getByLabel("The operator").check();
  await expect(resolve.getByLabel(/^Username/)).toHaveCount(0);
  await resolve.getByLabel(/^How it was found out/).fill("Our own payment for fees");
  await resolve.getByRole("button", { name: "Record as float" }).click();
  await expect(row(float)).toContainText("Recorded as the operator's float");
  await arrive(page, auditOf(member));
  await expect(page.getByRole("main").getByRole("list")).toContainText(`to ${member.username}`);
});

test("an alert is closed with what was found", async ({ page, request }) => {
  test.slow();
  const member = await newMember(request, "payer");
  const { onChain } = (await member.get("/reserves")) as { onChain: { hotWallet: { address: string } } };
  const signature = await airdrop(member, onChain.hotWallet.address, 0.5);
  await asMaren(page);
  const alerts = page.getByRole("region", { name: "Alerts" });
  const item = alerts.getByRole("listitem").filter({ hasText: signature });
  await expect(async () => {
    await arrive(page, "/admin?tab=money");
    await expect(item).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 40_000 });
  await expect(item).toContainText("0.5000 SOL");
  await item.getByRole("button", { name: /^Close alert/ }).click();
  await giveReason(page, dialog(page, "Close this alert?"), "Close alert", "Known: somebody tried it out");
  await expect(item).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Alerts" })).toBeFocused();
});

test("a parameter is set with a reason, after a preview; it holds at once and is published", async ({
  page,
  request,
}) => {
  const admin = await demoMember(request, "maren");
  await asMaren(page);
  await arrive(page, "/admin?tab=parameters");
  const row = page.getByRole("row", { name: /^High activity from/ });
  await expect(row).toContainText("0 to 1,000,000,000 BBUX");
  await row.getByRole("button").click();
  const set = dialog(page, "High activity from");
  const value = set.getByLabel(/^New value/);
  await expect(value).toBeFocused();
  await expect(value).toHaveValue("100");
  await value.fill("nonsense");
  await expect(set).toContainText("Please enter a number");
  await value.fill("150");
  await expect(set).toContainText(
    "Activity will count as high from 150 BBUX of bounties in 30 days, instead of 100 BBUX.",
  );
  await expect(set).toContainText("published in the transparency log");
  await set.getByLabel(/^Reason/).fill("Too short");
  await set.getByRole("button", { name: "Set and publish" }).click();
  await expect(set).toContainText("Say why, in at least 10 characters");
  expect(await violations(page)).toEqual([]);
  try {
    await set.getByLabel(/^Reason/).fill("The community has grown a lot");
    await set.getByRole("button", { name: "Set and publish" }).click();
    await toast(page, "High activity from is 150 BBUX now");
    await expect(row).toContainText("150 BBUX");
    await expect(row.getByRole("button")).toBeFocused();
    const history = page.getByRole("region", { name: "History" });
    await page.getByLabel("History of").selectOption("volumeHigh");
    await expect(history).toContainText("High activity from: 100 BBUX to 150 BBUX");
    await expect(history).toContainText("The community has grown a lot");
    const { parameters } = (await admin.get("/parameters")) as { parameters: { name: string; value: string }[] };
    expect(parameters.find(({ name }) => name === "volumeHigh")?.value).toBe("150000000000");
  } finally {
    await admin.put("/admin/parameters", {
      name: "volumeHigh",
      value: "100000000000",
      reason: "As it was before the test",
    });
  }
});

test("jobs are run now, and their failures can be read", async ({ page }) => {
  await asMaren(page);
  await amend(page, "admin.jobs", (data: { queues: Record<string, unknown>[] }) => {
    const queue = data.queues.find(({ name }) => name === "mail-digest");
    const failures = [{ id: "1", at: new Date().toISOString(), message: "connect ECONNREFUSED 127.0.0.1:25" }];
    if (queue) Object.assign(queue, { failed: 1, failures });
  });
  await arrive(page, "/admin?tab=jobs");
  const table = page.getByRole("table", { name: "Jobs" });
  await expect(table.getByRole("row", { name: /settle-bounties/ })).toContainText("every 5 minutes");
  await expect(page.getByText("1 job with failures")).toBeVisible();
  await table.getByRole("button", { name: "1 failed in mail-digest: show the latest" }).click();
  await expect(table).toContainText("connect ECONNREFUSED");
  expect(await violations(page)).toEqual([]);
  await table.getByRole("button", { name: "Run now: learn-words" }).click();
  await toast(page, "learn-words has been started");
  await arrive(page, "/admin?tab=audit&action=JOB_STARTED");
  await expect(page.getByRole("main").getByRole("list")).toContainText("maren started learn-words");
});

test("the audit log is narrowed by what, by whom and about whom [C6.27]", async ({ page, request }) => {
  const member = await newMember(request, "watched");
  const judge = await newJudge(request, "moderator");
  await judge.post(`/moderation/users/${member.id}/suspend`, { reason: "Spam in many places" });
  await judge.post(`/moderation/users/${member.id}/unsuspend`, { reason: "They have said sorry" });
  await asMaren(page);
  await arrive(page, "/admin?tab=audit");
  const log = page.getByRole("main").getByRole("list");
  await page.getByRole("searchbox", { name: "Done by" }).fill(judge.username);
  await expect(log.getByRole("listitem")).toHaveCount(2);
  await expect(log).toContainText(`${judge.username} suspended ${member.username}`);
  await page.getByLabel("What was done").selectOption("MEMBER_UNSUSPENDED");
  await expect(log.getByRole("listitem")).toHaveCount(1);
  await expect(log).toContainText("They have said sorry");
  await page.getByRole("searchbox", { name: "Concerning" }).fill("nobody-of-this-name");
  await expect(page.getByText("Nothing matches these filters")).toBeVisible();
  await page.getByRole("button", { name: "Clear all filters" }).click();
  await expect(page).not.toHaveURL(/actor|action|subject/);
  await expect(page.getByRole("searchbox", { name: "Done by" })).toHaveValue("");
});

for (const [width, colorScheme] of [
  [360, "light"],
  [768, "light"],
  [1_280, "dark"],
] as const) {
  test(`every tab is sound for assistive technology and fits, ${width} px wide, ${colorScheme}`, async ({ page }) => {
    test.slow();
    await asMaren(page);
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    for (const tab of ["overview", "members", "audit", "money", "jobs", "parameters"]) {
      await arrive(page, `/admin?tab=${tab}`);
      expect(await violations(page), tab).toEqual([]);
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(over, tab).toBe(0);
    }
  });
}
