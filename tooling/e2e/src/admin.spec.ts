import { expect, type Page } from "@playwright/test";
import { auditOf, enterAs, newJudge } from "./moderation.support.ts";
import { callOf, refuse } from "./people.support.ts";
import { test, visit } from "./shared-page.support.ts";
import { type ApiMember, demoMember, newMember, wordless } from "./support.ts";
import { expectSound, openPage, violations } from "./wallet.screens.support.ts";

// Ignores errors of requests that are still running when a test ends.
test.afterEach(({ page }) => page.unrouteAll({ behavior: "ignoreErrors" }));

const asMaren = (page: Page) => enterAs(page, "maren");
const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });
const toast = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();
const stats = async (admin: ApiMember) => (await admin.get("/admin/stats")).stats as Record<string, number>;

test("everyone except admins is denied, in the documented words [C6.17]", async ({ page, request }) => {
  const denied = async () => {
    await openPage(page, "/admin?tab=money");
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

test("the cards show the platform's figures and link to their subjects [C2.105]", async ({ page, request }) => {
  await asMaren(page);
  await openPage(page, "/admin");
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
      await expect(card(term).locator("dd")).toContainText((now[key] ?? -1).toLocaleString("en"), { timeout: 5_000 });
    }
  }).toPass({ timeout: 60_000 });
  await card("Moderators").getByRole("link").click();
  await expect(page).toHaveURL(/role=moderator/);
  await expect(page.getByRole("row", { name: /teodor/ })).toBeVisible();
});

test("members can be searched, sorted, filtered and paged [C2.106]", async ({ page, request }) => {
  const member = await newMember(request, "needle");
  await asMaren(page);
  await openPage(page, "/admin?tab=members");
  const table = page.getByRole("table", { name: "Members" });
  await expect(table.getByRole("row")).toHaveCount(21);
  await page.getByRole("searchbox", { name: "Search members" }).fill(member.email.slice(0, 12));
  await expect(table.getByRole("row")).toHaveCount(2);
  await expect(table.getByRole("row").last()).toContainText(member.email);
  await expect(page).toHaveURL(/search=needle/);
  await page.getByRole("searchbox", { name: "Search members" }).fill("nobody-has-this-name");
  await expect(page.getByText("No one matches this search")).toBeVisible();

  await openPage(page, "/admin?tab=members");
  await page.getByRole("button", { name: "Reputation" }).click();
  await expect(page.getByRole("columnheader", { name: "Reputation" })).toHaveAttribute("aria-sort", "descending");
  // Until the sorted rows have come, the former ones stay.
  await expect(async () => {
    const points = await table.locator("tbody tr td:nth-child(2)").allInnerTexts();
    const numbers = points.map((text) => Number(text.replace(/\D/g, "")));
    expect(numbers).toEqual([...numbers].sort((a, b) => b - a));
  }).toPass({ timeout: 60_000 });
  await page.getByRole("link", { name: "Page 2" }).click();
  await expect(page).toHaveURL(/sort=reputation.*page=2|page=2.*sort=reputation/);
  await page.getByLabel("Role", { exact: true }).selectOption("admin");
  await expect(page).not.toHaveURL(/page=2/);
  await expect(table.getByRole("row", { name: /maren/ })).toBeVisible();
  await openPage(page, "/admin?tab=members&page=999");
  await page.getByRole("button", { name: "Go to the first page" }).click();
  await expect(table.getByRole("row")).toHaveCount(21);
});

test("roles are set by the selector, to and from admin after a confirmation, and the last admin stays [C6.18 C8.36 C2.106]", {
  tag: "@gate",
}, async ({ page, request }) => {
  const member = await newMember(request, "rising");
  const admin = await demoMember(request, "maren");
  await asMaren(page);
  await openPage(page, `/admin?tab=members&search=${member.username}`);
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
    await toast(page, `${member.username} is an ordinary member now`);
  } finally {
    await admin.put(`/admin/users/${member.id}/role`, { role: "user" });
  }
  await openPage(page, auditOf(member));
  const log = page.getByRole("main").getByRole("list");
  await expect(log).toContainText(`maren made ${member.username} a moderator instead of an ordinary member`);
  await expect(log).toContainText(`maren made ${member.username} an admin instead of a moderator`);

  // A stand-in refuses, because another test may have made an admin just now; the server's tests show the rule.
  const error = "The last admin can't leave. Make someone else an admin first.";
  await refuse(page, "admin.setRole", { status: 409, code: "LAST_ADMIN", error });
  await openPage(page, "/admin?tab=members&search=maren");
  await page.getByLabel("Role of maren").selectOption("user");
  const take = dialog(page, "Take the admin role from yourself?");
  await expect(take).toContainText("lose access to this page immediately");
  await take.getByRole("button", { name: "Take away" }).click();
  await expect(take.getByRole("alert")).toContainText("Failed to update user role");
  await expect(take.getByRole("alert")).toContainText("last admin");
  await take.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByLabel("Role of maren")).toHaveValue("admin");
  await page.unroute(callOf("admin.setRole"));
});

test("admins who give up their own role lose access immediately [C6.17]", async ({ page, request }) => {
  const admin = await newJudge(request, "admin");
  await enterAs(page, admin);
  await openPage(page, `/admin?tab=members&search=${admin.username}`);
  await page.getByLabel(`Role of ${admin.username}`).selectOption("user");
  await dialog(page, "Take the admin role from yourself?").getByRole("button", { name: "Take away" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Access Denied" })).toBeVisible();
});

test("failures have the documented sentences [C8.35 C8.36]", async ({ page, request }) => {
  const member = await newMember(request, "stays");
  await asMaren(page);
  await refuse(page, "admin.users", { error: "No such list", code: "BAD_REQUEST" });
  await visit(page, `/admin?tab=members&search=${member.username}`);
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
    ["admin.stats", "overview", "We couldn't load the statistics"],
    ["admin.audit", "audit", "We couldn't load the audit log"],
    ["admin.money", "money", "We couldn't load the state of payments"],
    ["admin.suspense", "money", "Failed to load unclaimed deposits"],
    ["admin.jobs", "jobs", "We couldn't load the jobs"],
    ["parameters.list", "parameters", "We couldn't load the parameters"],
    ["parameters.history", "parameters", "We couldn't load the history"],
  ] as const) {
    await refuse(page, procedure);
    await visit(page, `/admin?tab=${tab}`);
    await expect(page.getByRole("main").getByText(sentence), procedure).toBeVisible();
    await page.unroute(callOf(procedure));
  }
});

test("the audit log is filtered by action, actor and target [C6.27]", async ({ page, request }) => {
  const member = await newMember(request, "watched");
  const judge = await newJudge(request, "moderator");
  await judge.post(`/moderation/users/${member.id}/suspend`, { reason: "Spam in many places" });
  await judge.post(`/moderation/users/${member.id}/unsuspend`, { reason: "They have said sorry" });
  await asMaren(page);
  await openPage(page, "/admin?tab=audit");
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

test("every tab has no serious accessibility violation and fits a phone, a tablet and a desktop, in light and dark", async ({
  page,
}) => {
  test.slow();
  await asMaren(page);
  for (const tab of ["overview", "members", "audit", "money", "jobs", "parameters", "branding"]) {
    await openPage(page, `/admin?tab=${tab}`);
    await expectSound(page, tab);
  }
});
