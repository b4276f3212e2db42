import { expect, type Page } from "@playwright/test";
import { enterAs, flag, flaggedPost, giveReason, giveRole, newJudge } from "./moderation.support.ts";
import { test } from "./shared-page.support.ts";
import { demoMember, newAnswer, newMember, newPost } from "./support.ts";
import { changeAnswer, expectSound, openPage, violations } from "./wallet.screens.support.ts";

// Ignores errors of requests that are still running when a test ends.
test.afterEach(({ page }) => page.unrouteAll({ behavior: "ignoreErrors" }));

interface Cases {
  cases: { target: { title: string } }[];
  pagination: object;
}

const asTeodor = (page: Page) => enterAs(page, "teodor");
const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });

test("the queue can be worked by keyboard: j and k move, and the focus goes to the next case after a decision [C6.23]", async ({
  page,
  request,
}) => {
  const author = await newMember(request, "author");
  const reporter = await newMember(request, "reporter");
  const titles = ["one", "two", "three"].map((word) => `Keys ${word} ${author.username}`);
  for (const title of titles) await flag(reporter, "post", await newPost(author, { title }));
  await asTeodor(page);
  // Only these cases, wherever others are in the queue.
  const teodor = await demoMember(request, "teodor");
  await changeAnswer(page, "moderation.queue", async (data: Cases) => {
    const { cases } = (await teodor.get("/moderation/flags?limit=100")) as Pick<Cases, "cases">;
    data.cases = cases.filter(({ target }) => target.title.endsWith(author.username));
    data.pagination = { page: 1, limit: 10, total: data.cases.length, pages: 1 };
  });
  await openPage(page, "/moderation");
  const cases = page.getByRole("article");
  await expect(cases).toHaveCount(3);
  await page.keyboard.press("j");
  await expect(cases.first()).toBeFocused();
  for (let at = 1; at < 3; at++) await page.keyboard.press("j");
  await expect(page.getByRole("article", { name: titles[2] ?? "" })).toBeFocused();
  await page.keyboard.press("j");
  await expect(page.getByRole("article", { name: titles[2] ?? "" })).toBeFocused();
  await page.keyboard.press("k");
  await expect(cases.nth(1)).toBeFocused();

  const last = page.getByRole("article", { name: titles[2] ?? "" });
  await last.getByRole("button", { name: "Dismiss" }).click();
  await page.keyboard.type("jk is typed, not gone to");
  await expect(dialog(page, "Dismiss the flags?").getByRole("textbox")).toHaveValue("jk is typed, not gone to");
  await page.keyboard.press("Escape");
  await expect(last.getByRole("button", { name: "Dismiss" })).toBeFocused();
  await last.getByRole("button", { name: "Dismiss" }).click();
  await giveReason(page, dialog(page, "Dismiss the flags?"), "Dismiss", "Nothing wrong with it");
  await expect(last).toHaveCount(0);
  await expect(cases.nth(1)).toBeFocused();
});

test("visitors and ordinary members see that the page isn't for them", async ({ page, request }) => {
  await openPage(page, "/moderation");
  await expect(page.getByRole("heading", { level: 1, name: "For moderators only" })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/redirectTo=%2Fmoderation/);
  const member = await newMember(request);
  await enterAs(page, member);
  await openPage(page, "/moderation");
  await expect(page.getByRole("heading", { level: 1, name: "For moderators only" })).toBeVisible();
});

test("a former moderator sees that they lost the role as soon as it happens", async ({ page, request }) => {
  const judge = await newJudge(request, "moderator");
  await enterAs(page, judge);
  await openPage(page, "/moderation");
  await giveRole(request, judge, "user");
  await expect(page.getByRole("heading", { level: 1, name: "For moderators only" })).toBeVisible();
});

test("every tab has no serious accessibility violation and fits, full and empty, on a phone and a desktop", async ({
  page,
  request,
}) => {
  test.slow();
  const author = await newMember(request, "author");
  const postId = await newPost(author, { title: `${"Long ".repeat(38)}${author.username}`.slice(0, 200) });
  const answerId = await newAnswer(author, postId, `\`\`\`js\n${"x".repeat(400)}\n\`\`\``);
  const reporter = await newMember(request, "reporter");
  await flag(reporter, "post", postId);
  await flag(reporter, "answer", answerId, `Something that stands in no list: ${"y".repeat(200)}`);
  await asTeodor(page);
  const tabs = ["flags", "decided", "appeals", "refunds", "members"];
  for (const tab of tabs) {
    await openPage(page, `/moderation?tab=${tab}`);
    await expectSound(page, tab);
  }
  const none = { page: 1, limit: 10, total: 0, pages: 0 };
  const empty = (data: { cases: unknown; appeals: unknown; members: unknown; pagination: unknown }) =>
    Object.assign(data, { cases: [], appeals: [], members: [], pagination: none });
  for (const procedure of ["moderation.queue", "moderation.appeals", "moderation.members"]) {
    await changeAnswer(page, procedure, empty);
  }
  for (const [tab, words] of [
    ["flags", "No flags are open."],
    ["decided", "Nothing has been decided yet"],
    ["appeals", "No appeals are open."],
    ["members", "No member has that name"],
  ]) {
    await page.goto(`/moderation?tab=${tab}`);
    await expect(page.getByText(words ?? "")).toBeVisible();
    expect(await violations(page), `${tab}, empty`).toEqual([]);
  }
});

test("the tabs' counts match the waiting items", async ({ page, request }) => {
  await flaggedPost(request);
  await asTeodor(page);
  await changeAnswer(page, "moderation.counts", (data: object) =>
    Object.assign(data, { flags: 3, appeals: 0, refundAppeals: 120 }),
  );
  await openPage(page, "/moderation");
  await expect(page.getByRole("tab", { name: "Flags 3 waiting" })).toBeVisible();
  await expect(page.getByRole("tab", { name: "Hidden content", exact: true })).toBeVisible();
  await expect(page.getByRole("tab", { name: "Refund appeals 99+ waiting" })).toBeVisible();
  const counts = await (await demoMember(request, "teodor")).get("/moderation/counts");
  expect(Number(counts.flags)).toBeGreaterThan(0);
});
