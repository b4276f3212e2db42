import { randomInt } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { auditOf, enterAs, giveReason } from "./moderation.support.ts";
import { changingTest as test } from "./own-server.support.ts";
import { tell } from "./story.support.ts";
import { demoMember, newMember } from "./support.ts";
import { airdrop, changeAnswer, openPage, violations } from "./wallet.screens.support.ts";

// Ignores errors of requests that are still running when a test ends.
test.afterEach(({ page }) => page.unrouteAll({ behavior: "ignoreErrors" }));

const asMaren = (page: Page) => enterAs(page, "maren");
const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });
const toast = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();

test.describe("withdrawals are stopped and resumed, each with a reason and a typed word, and every admin sees it", {
  tag: "@gate",
}, () => {
  const story = tell(test, ["admin"]);
  const paymentsOn = (page: Page) => page.getByRole("region", { name: "Withdrawals", exact: true });
  test.afterAll(async ({ request }) => {
    const admin = await demoMember(request, "maren");
    await admin.post("/admin/withdrawals/resume", { reason: "The drill is over" });
    // Withdrawals of other tests must not wait.
    await admin.post("/admin/jobs/run", { name: "withdrawals" });
  });

  test("they are stopped", async () => {
    const page = story.pages.admin;
    const admin = await demoMember(story.request, "maren");
    await asMaren(page);
    await openPage(page, "/admin?tab=money");
    const payments = paymentsOn(page);
    await expect(payments).toContainText("Paid as they come");
    await payments.getByRole("button", { name: "Stop withdrawals" }).click();
    const stop = dialog(page, "Stop all withdrawals?");
    await stop.getByLabel(/^Reason/).fill("Drill of the operators");
    await stop.getByRole("button", { name: "Stop withdrawals" }).click();
    await expect(stop).toContainText("Please type STOP");
    await stop.getByLabel(/^Type STOP/).fill("stop");
    await stop.getByRole("button", { name: "Stop withdrawals" }).click();
    await expect(payments).toContainText("Drill of the operators");
    await expect(payments.getByRole("button", { name: "Resume withdrawals" })).toBeVisible();
    expect((await admin.get("/admin/money")).stopped).toMatchObject({ reason: "Drill of the operators" });
    expect(await violations(page)).toEqual([]);
  });

  test("they are resumed from another tab's line, and the log says who stopped them", async () => {
    const page = story.pages.admin;
    const payments = paymentsOn(page);
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
    await openPage(page, "/admin?tab=audit&action=WITHDRAWALS_STOPPED");
    await expect(page.getByRole("main").getByRole("list")).toContainText("maren stopped all withdrawals");
  });
});

test("an unclaimed deposit goes to a member or to the float, which closes its alert; an alert is closed with a finding", async ({
  page,
  request,
}) => {
  test.slow();
  const member = await newMember(request, "claimant");
  const { onChain } = (await member.get("/reserves")) as { onChain: { hotWallet: { address: string } } };
  // Amounts that no other test uses, with nine digits, so that the table shows them as they are written here.
  const lamports = randomInt(1e7, 1e8 - 1) * 10 + 1;
  const [mine, float] = [Number(`1.${lamports}`), Number(`2.${lamports}`)];
  const signatures: string[] = [];
  for (const sol of [mine, float, 0.5]) signatures.push(await airdrop(member, onChain.hotWallet.address, sol));
  const signature = signatures[2] ?? "";
  await asMaren(page);
  const row = (sol: number) =>
    page.getByRole("table", { name: "Unclaimed deposits" }).getByRole("row", { name: String(sol) });
  const item = page.getByRole("region", { name: "Alerts" }).getByRole("listitem").filter({ hasText: signature });
  const admin = await demoMember(request, "maren");
  const unclaimed = async () => JSON.stringify(await admin.get("/admin/suspense"));
  for (const one of signatures) await expect.poll(unclaimed).toContain(one);
  await openPage(page, "/admin?tab=money");

  await expect(item).toContainText("0.5000 SOL");
  await item.getByRole("button", { name: /^Close alert/ }).click();
  await giveReason(page, dialog(page, "Close this alert?"), "Close alert", "Known: somebody tried it out");
  await expect(item).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Alerts" })).toBeFocused();

  await row(mine).getByRole("button", { name: "Resolve" }).click();
  const resolve = dialog(page, "Whose is this deposit?");
  await resolve.getByLabel(/^How you found out/).fill("They showed the signature");
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
  await resolve.getByLabel(/^How you found out/).fill("Our own payment for fees");
  await resolve.getByRole("button", { name: "Record as float" }).click();
  await expect(row(float)).toContainText("Recorded as the operator's float");
  await openPage(page, auditOf(member));
  await expect(page.getByRole("main").getByRole("list")).toContainText(`to ${member.username}`);
});

test("a parameter is set with a reason, after a preview; it applies immediately and is published", async ({
  page,
  request,
}) => {
  const admin = await demoMember(request, "maren");
  await asMaren(page);
  await openPage(page, "/admin?tab=parameters");
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

test("jobs run on demand, and their failures are shown", async ({ page }) => {
  await asMaren(page);
  await changeAnswer(page, "admin.jobs", (data: { queues: Record<string, unknown>[] }) => {
    const queue = data.queues.find(({ name }) => name === "mail-digest");
    const failures = [{ id: "1", at: new Date().toISOString(), message: "connect ECONNREFUSED 127.0.0.1:25" }];
    if (queue) Object.assign(queue, { failed: 1, failures });
  });
  await openPage(page, "/admin?tab=jobs");
  const table = page.getByRole("table", { name: "Jobs" });
  await expect(table.getByRole("row", { name: /settle-bounties/ })).toContainText("every 5 minutes");
  await expect(page.getByText("1 job with failures")).toBeVisible();
  await table.getByRole("button", { name: "1 failed in Email digests: show the latest" }).click();
  await expect(table).toContainText("connect ECONNREFUSED");
  expect(await violations(page)).toEqual([]);
  await table.getByRole("button", { name: "Run now: Search vocabulary" }).click();
  await toast(page, "Search vocabulary: started");
  await openPage(page, "/admin?tab=audit&action=JOB_STARTED");
  await expect(page.getByRole("main").getByRole("list")).toContainText("maren started Search vocabulary");
});
