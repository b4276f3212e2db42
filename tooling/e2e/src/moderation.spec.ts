import { expect, type Page, test } from "@playwright/test";
import { refundRefused } from "./database.support.ts";
import { auditOf, enterAs, findCase, flag, flaggedPost, giveReason, giveRole, newJudge } from "./moderation.support.ts";
import { callOf, refuse } from "./people.support.ts";
import { refundAsked } from "./refunds.support.ts";
import { demoMember, newAnswer, newMember, newPost, wordless } from "./support.ts";
import { amend, arrive, memberWith, violations } from "./wallet.screens.support.ts";

// What is still under way when a test ends has nobody left to answer.
test.afterEach(({ page }) => page.unrouteAll({ behavior: "ignoreErrors" }));

const asTeodor = (page: Page) => enterAs(page, "teodor");
const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });

test("from a flag to hiding, an appeal and another moderator's decision, all in the audit log [C6.21 C6.22 C6.27]", async ({
  page,
  browser,
  request,
}) => {
  test.slow();
  const author = await newMember(request, "author");
  const title = `Best course ${author.username}`;
  const postId = await newPost(author, { title, content: "**Buy** my course. <script>alert(1)</script>" });
  const before = Number(
    ((await author.get("/auth/me")) as { user: { reputationPoints: number } }).user.reputationPoints,
  );

  await enterAs(page, "kenji");
  await page.goto(`/posts/${postId}`);
  await page.getByRole("button", { name: "Flag post" }).click();
  await dialog(page, "Flag this post?").getByLabel("Spam").check();
  await dialog(page, "Flag this post?").getByLabel("More for the moderators").fill("It sells a course.");
  await dialog(page, "Flag this post?").getByRole("button", { name: "Flag", exact: true }).click();
  await expect(dialog(page, "Flag this post?")).toHaveCount(0);

  await asTeodor(page);
  await arrive(page, "/moderation");
  const item = await findCase(page, title);
  await expect(item).toContainText(`By ${author.username}`);
  await expect(item.getByRole("list", { name: "Flags" })).toContainText("Spam flagged by kenji");
  await expect(item).toContainText("It sells a course.");
  await item.getByRole("button", { name: "Show all of it" }).click();
  await expect(item.locator("strong", { hasText: "Buy" })).toBeVisible();
  await expect(item.locator("script")).toHaveCount(0);

  await item.getByRole("button", { name: "Hide as spam or abuse" }).click();
  const hide = dialog(page, "Hide this post as spam or abuse?");
  await expect(hide).toContainText(`${author.username} loses 60 points of reputation`);
  await expect(hide).toContainText("can appeal once");
  await hide.getByRole("button", { name: "Hide", exact: true }).click();
  await expect(hide).toContainText("Please say why");
  await giveReason(page, hide, "Hide", "This is advertising.");
  await expect(item).toHaveCount(0);

  const theirs = await (await browser.newContext()).newPage();
  await enterAs(theirs, author);
  await theirs.goto(`/posts/${postId}`);
  await expect(theirs.getByText("Why: This is advertising.")).toBeVisible();
  await theirs.goto("/profile/hidden");
  await theirs.getByRole("button", { name: "Appeal" }).click();
  const appeal = theirs.getByRole("dialog");
  await appeal.getByRole("textbox").fill("The course is free, and the question is a real one.");
  await appeal.locator("button[type=submit]").click();
  await expect(theirs.getByText("Another moderator will decide about it.")).toBeVisible();

  await arrive(page, "/moderation?tab=appeals");
  await expect(await findCase(page, title)).toContainText("another moderator must decide about the appeal");
  await expect(item.getByRole("button", { name: "Restore it" })).toHaveCount(0);

  const second = await newJudge(request, "moderator");
  const other = await (await browser.newContext()).newPage();
  await enterAs(other, second);
  await arrive(other, "/moderation?tab=appeals");
  const appealed = await findCase(other, title);
  await expect(appealed).toContainText("The course is free");
  await appealed.getByRole("button", { name: "Restore it" }).click();
  await giveReason(other, dialog(other, "Grant this appeal?"), "Restore it", "Indeed it is free.");
  await expect(appealed).toHaveCount(0);
  await arrive(other, "/moderation?tab=appeals&status=decided");
  await expect(await findCase(other, title)).toContainText("Indeed it is free.");

  await theirs.goto(`/posts/${postId}`);
  await expect(theirs.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect
    .poll(async () =>
      Number(((await author.get("/auth/me")) as { user: { reputationPoints: number } }).user.reputationPoints),
    )
    .toBe(before);

  await enterAs(page, "maren");
  await arrive(page, auditOf(author));
  const log = page.getByRole("main").getByRole("list");
  await expect(log).toContainText(`teodor hid a post by ${author.username} as spam or abuse`);
  await expect(log).toContainText("This is advertising.");
  await expect(log).toContainText(
    `${second.username} granted the appeal of ${author.username} against the hiding of a post`,
  );
  await log.getByRole("link", { name: "a post" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
});

test("the queue is worked by keyboard: j and k, and the focus goes to the case that follows [C6.23]", async ({
  page,
  request,
}) => {
  const author = await newMember(request, "author");
  const reporter = await newMember(request, "reporter");
  const titles = ["one", "two", "three"].map((word) => `Keys ${word} ${author.username}`);
  for (const title of titles) await flag(reporter, "post", await newPost(author, { title }));
  await asTeodor(page);
  // Only these, wherever others stand in the queue.
  await amend(page, "moderation.queue", (data: { cases: { target: { title: string } }[] }) => {
    data.cases = data.cases.filter(({ target }) => target.title.endsWith(author.username));
  });
  await arrive(page, "/moderation");
  const next = page.getByRole("link", { name: "Next page" });
  while ((await page.getByRole("article", { name: titles[2] ?? "" }).count()) === 0) {
    await next.click();
    await page.waitForLoadState("networkidle");
  }
  const cases = page.getByRole("article");
  const first = await cases.count();
  await page.keyboard.press("j");
  await expect(cases.first()).toBeFocused();
  for (let at = 1; at < first; at++) await page.keyboard.press("j");
  await expect(page.getByRole("article", { name: titles[2] ?? "" })).toBeFocused();
  await page.keyboard.press("j");
  await expect(page.getByRole("article", { name: titles[2] ?? "" })).toBeFocused();
  if (first > 1) {
    await page.keyboard.press("k");
    await expect(cases.nth(first - 2)).toBeFocused();
  }

  const last = page.getByRole("article", { name: titles[2] ?? "" });
  await last.getByRole("button", { name: "Dismiss" }).click();
  await page.keyboard.type("jk is typed, not gone to");
  await expect(dialog(page, "Dismiss the flags?").getByRole("textbox")).toHaveValue("jk is typed, not gone to");
  await page.keyboard.press("Escape");
  await expect(last.getByRole("button", { name: "Dismiss" })).toBeFocused();
  await last.getByRole("button", { name: "Dismiss" }).click();
  await giveReason(page, dialog(page, "Dismiss the flags?"), "Dismiss", "Nothing wrong with it");
  await expect(last).toHaveCount(0);
  if (first > 1) await expect(cases.nth(first - 2)).toBeFocused();
  else await expect(page.locator("[data-queue-state]")).toBeFocused();
});

test("what was hidden is restored under Decided; flags can be upheld without hiding [C6.22 C6.23]", async ({
  page,
  request,
}) => {
  const { title, postId, author } = await flaggedPost(request);
  await asTeodor(page);
  await arrive(page, "/moderation");
  await (await findCase(page, title)).getByRole("button", { name: "Hide", exact: true }).click();
  await giveReason(page, dialog(page, "Hide this post?"), "Hide", "Too short");
  await arrive(page, "/moderation?tab=decided");
  const decided = await findCase(page, title);
  await expect(decided).toContainText("Hidden");
  await expect(decided.getByRole("list", { name: "Flags" })).toContainText("Upheld by teodor");
  await decided.getByRole("button", { name: "Restore" }).click();
  await giveReason(page, dialog(page, "Restore this post?"), "Restore", "Long enough after all");
  await expect(decided.getByRole("list", { name: "Flags" })).toContainText("Dismissed by teodor");
  await expect(decided).toBeFocused();
  expect((await request.get(`/api/posts/${postId}`)).ok()).toBe(true);

  await flag(await newMember(request, "reporter"), "user", author.id, "ABUSE");
  await arrive(page, "/moderation");
  const member = await findCase(page, author.username);
  await expect(member.getByRole("button", { name: "Hide", exact: true })).toHaveCount(0);
  await member.getByRole("button", { name: "Uphold", exact: true }).click();
  await expect(dialog(page, "Uphold the flags?")).toContainText(`${author.username} loses 10 points`);
  await giveReason(page, dialog(page, "Uphold the flags?"), "Uphold", "Name of a shop");
  await expect(member).toHaveCount(0);
});

test("closing a post returns its bounty, and the dialog says so before [C6.25]", async ({ page, request }) => {
  test.slow();
  const asker = await memberWith(page, request, 2);
  const title = `Close me ${asker.username}`;
  const postId = await newPost(asker, { title, hasBounty: true, bountyAmount: 1 });
  const left = Number((await asker.get("/wallet")).balance);
  await flag(await newMember(request, "reporter"), "post", postId, "OFF_TOPIC");
  await asTeodor(page);
  await arrive(page, "/moderation");
  const item = await findCase(page, title);
  await expect(item).toContainText("1 BBUX bounty");
  await item.getByRole("button", { name: "More about this post" }).click();
  await page.getByRole("menuitem", { name: "Close post" }).click();
  await expect(dialog(page, "Close this post?")).toContainText(`1 BBUX goes back to ${asker.username} at once`);
  await giveReason(page, dialog(page, "Close this post?"), "Close post", "Belongs elsewhere");
  await expect.poll(async () => Number((await asker.get("/wallet")).balance)).toBe(left + 1);
  const { post } = (await asker.get(`/posts/${postId}`)) as { post: { status: string } };
  expect(post.status).toBe("CLOSED");
});

test("a member is found, suspended and unsuspended; a wrong suspension gives the points back [C6.24]", async ({
  page,
  request,
}) => {
  const member = await newMember(request, "rude");
  const points = async () =>
    Number(
      ((await request.get(`/api/users/${member.username}`).then((r) => r.json())) as { reputationPoints: number })
        .reputationPoints,
    );
  const before = await points();
  await asTeodor(page);
  await arrive(page, "/moderation?tab=members");
  await page.getByRole("searchbox", { name: "Find a member" }).fill(member.username.toUpperCase());
  await expect(page).toHaveURL(/search=/);
  await page.getByRole("button", { name: `Suspend ${member.username}` }).click();
  await expect(dialog(page, `Suspend ${member.username}?`)).toContainText("loses 100 points");
  await giveReason(page, dialog(page, `Suspend ${member.username}?`), "Suspend", "Threats, after a warning");
  const row = page.getByRole("row", { name: new RegExp(member.username) });
  await expect(row).toContainText("Threats, after a warning");
  expect(await points()).toBe(before - 100);

  await page.getByLabel("Suspended only").check();
  await expect(row).toBeVisible();
  await page.getByRole("button", { name: `Unsuspend ${member.username}` }).click();
  const end = dialog(page, `End the suspension of ${member.username}?`);
  await end.getByLabel("The suspension was wrong").check();
  await giveReason(page, end, "Unsuspend", "It was somebody else");
  await expect(page.getByText("Nobody is suspended")).toBeVisible();
  expect(await points()).toBe(before);

  await arrive(page, "/moderation?tab=members&search=maren");
  await expect(page.getByRole("row", { name: /maren/ })).toContainText("Only an admin may");
});

test("an appeal of a refused refund is decided here, and leaves the queue [C6.26]", async ({ page, request }) => {
  const { asker, title, requestId } = await refundAsked(request, { reason: "Nobody explained it." });
  await refundRefused(requestId);
  await asker.post(`/refund-requests/${requestId}/appeal`, { reason: "They had not read it." });
  await asTeodor(page);
  await arrive(page, "/moderation?tab=refunds");
  const item = page.getByRole("article", { name: title });
  await expect(item).toContainText("Nobody explained it.");
  await expect(item).toContainText("They had not read it.");
  await expect(item).toContainText("Undecided, it lapses in 7 days");
  expect(await violations(page)).toEqual([]);
  await item.getByRole("button", { name: "Deny appeal" }).click();
  const decision = dialog(page, "Deny the appeal?");
  await decision.getByRole("textbox").fill("The answers explain it.");
  await decision.getByRole("button", { name: "Deny", exact: true }).click();
  await expect(item).toHaveCount(0);
  await expect(page.locator("[data-queue-state], article").and(page.locator(":focus"))).toHaveCount(1);
});

test("nobody is offered to judge what is their own", async ({ page, request }) => {
  const judge = await newJudge(request, "moderator");
  const title = `Mine ${judge.username}`;
  await flag(await newMember(request, "reporter"), "post", await newPost(judge, { title }));
  await enterAs(page, judge);
  await arrive(page, "/moderation");
  const item = await findCase(page, title);
  await expect(item).toContainText("This is about you: somebody else must decide.");
  await expect(item.getByRole("button", { name: /Hide|Dismiss|Uphold|More/ })).toHaveCount(0);
});

test("visitors and ordinary members get a page that says for whom this is", async ({ page, request }) => {
  await arrive(page, "/moderation");
  await expect(page.getByRole("heading", { level: 1, name: "For moderators only" })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
  await expect(page).toHaveURL(/redirectTo=%2Fmoderation/);
  const member = await newMember(request);
  await enterAs(page, member);
  await arrive(page, "/moderation");
  await expect(page.getByRole("heading", { level: 1, name: "For moderators only" })).toBeVisible();
});

test("who is a moderator no longer is told so at the next call", async ({ page, request }) => {
  const judge = await newJudge(request, "moderator");
  await enterAs(page, judge);
  await arrive(page, "/moderation");
  await giveRole(request, judge, "user");
  await page.getByRole("tab", { name: "Decided" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "For moderators only" })).toBeVisible();
});

test("what fails says so, keeps what was typed, and can be tried again", async ({ page, request }) => {
  const { title } = await flaggedPost(request);
  await asTeodor(page);
  await refuse(page, "moderation.queue");
  await page.goto("/moderation");
  await expect(page.getByRole("alert")).toContainText("Failed to load the flags");
  await page.unroute(callOf("moderation.queue"));
  await page.getByRole("button", { name: "Try again" }).click();
  const item = await findCase(page, title);

  await page.route(callOf("moderation.dismiss"), (route) => route.fulfill(wordless));
  await item.getByRole("button", { name: "Dismiss" }).click();
  const dismiss = dialog(page, "Dismiss the flags?");
  await dismiss.getByRole("textbox").fill("Nothing wrong");
  await dismiss.getByRole("button", { name: "Dismiss", exact: true }).click();
  await expect(dismiss.getByRole("alert")).toContainText("This could not be done");
  await expect(dismiss.getByRole("textbox")).toHaveValue("Nothing wrong");
  await page.unroute(callOf("moderation.dismiss"));
  await dismiss.getByRole("button", { name: "Dismiss", exact: true }).click();
  await expect(item).toHaveCount(0);

  for (const [procedure, tab, sentence] of [
    ["moderation.appeals", "appeals", "Failed to load the appeals"],
    ["refunds.list", "refunds", "Failed to load the appeals"],
    ["moderation.members", "members", "Failed to load members"],
  ] as const) {
    await refuse(page, procedure);
    await page.goto(`/moderation?tab=${tab}`);
    await expect(page.getByRole("alert"), tab).toContainText(sentence);
  }
});

test("every tab is sound for assistive technology and fits, full and empty, on a phone and a desk", async ({
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
  for (const [width, colorScheme] of [
    [360, "light"],
    [1_280, "dark"],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    for (const tab of tabs) {
      await arrive(page, `/moderation?tab=${tab}`);
      expect(await violations(page), `${tab} at ${width}, ${colorScheme}`).toEqual([]);
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(over, `${tab} at ${width}`).toBe(0);
    }
  }
  const none = { page: 1, limit: 10, total: 0, pages: 0 };
  const empty = (data: { cases: unknown; appeals: unknown; members: unknown; pagination: unknown }) =>
    Object.assign(data, { cases: [], appeals: [], members: [], pagination: none });
  for (const procedure of ["moderation.queue", "moderation.appeals", "moderation.members"]) {
    await amend(page, procedure, empty);
  }
  for (const [tab, words] of [
    ["flags", "No open flags"],
    ["decided", "Nothing has been decided yet"],
    ["appeals", "No appeal waits"],
    ["members", "No member has such a name"],
  ]) {
    await arrive(page, `/moderation?tab=${tab}`);
    await expect(page.getByText(words ?? "")).toBeVisible();
    expect(await violations(page), `${tab}, empty`).toEqual([]);
  }
});

test("the numbers on the tabs are what waits", async ({ page, request }) => {
  await flaggedPost(request);
  await asTeodor(page);
  await amend(page, "moderation.counts", (data: object) =>
    Object.assign(data, { flags: 3, appeals: 0, refundAppeals: 120 }),
  );
  await arrive(page, "/moderation");
  await expect(page.getByRole("tab", { name: "Flags 3 waiting" })).toBeVisible();
  await expect(page.getByRole("tab", { name: "Hidden content", exact: true })).toBeVisible();
  await expect(page.getByRole("tab", { name: "Refund appeals 99+ waiting" })).toBeVisible();
  const counts = await (await demoMember(request, "teodor")).get("/moderation/counts");
  expect(Number(counts.flags)).toBeGreaterThan(0);
});
