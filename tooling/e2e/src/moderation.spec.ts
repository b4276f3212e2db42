import { expect, type Page } from "@playwright/test";
import { refundRefused } from "./database.support.ts";
import { auditOf, enterAs, findCase, flag, flaggedPost, giveReason, newJudge } from "./moderation.support.ts";
import { refundAsked } from "./refunds.support.ts";
import { test } from "./shared-page.support.ts";
import { tell } from "./story.support.ts";
import { type ApiMember, newMember, newPost } from "./support.ts";
import { memberWith, openPage, violations } from "./wallet.screens.support.ts";

// Ignores errors of requests that are still running when a test ends.
test.afterEach(({ page }) => page.unrouteAll({ behavior: "ignoreErrors" }));

const asTeodor = (page: Page) => enterAs(page, "teodor");
const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });

test.describe("a flag leads to hiding, an appeal and another moderator's decision, all in the audit log [C6.21 C6.22 C6.27]", {
  tag: "@gate",
}, () => {
  const story = tell(test, ["staff", "author", "second"]);
  const { pages } = story;
  let author: ApiMember;
  let second: ApiMember;
  let title: string;
  let postId: string;
  let before: number;
  const points = async () =>
    Number(((await author.get("/auth/me")) as { user: { reputationPoints: number } }).user.reputationPoints);

  test("a member flags a post", async () => {
    const page = pages.staff;
    author = await newMember(story.request, "author");
    second = await newJudge(story.request, "moderator");
    title = `Best course ${author.username}`;
    postId = await newPost(author, { title, content: "**Buy** my course. <script>alert(1)</script>" });
    before = await points();
    await enterAs(page, "kenji");
    await page.goto(`/posts/${postId}`);
    await page.getByRole("button", { name: "Flag post" }).click();
    await dialog(page, "Flag this post?").getByLabel("Spam").check();
    await dialog(page, "Flag this post?").getByLabel("Details for the moderators").fill("It sells a course.");
    await dialog(page, "Flag this post?").getByRole("button", { name: "Flag", exact: true }).click();
    await expect(dialog(page, "Flag this post?")).toHaveCount(0);
  });

  test("a moderator hides it", async () => {
    const page = pages.staff;
    await asTeodor(page);
    await openPage(page, "/moderation");
    const item = await findCase(page, title);
    await expect(item).toContainText(`By ${author.username}`);
    await expect(item.getByRole("list", { name: "Flags" })).toContainText("Spam · flagged by kenji");
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
  });

  test("the author appeals, which the same moderator can't decide", async () => {
    const { author: theirs, staff: page } = pages;
    await enterAs(theirs, author);
    await theirs.goto(`/posts/${postId}`);
    await expect(theirs.getByText("Why: This is advertising.")).toBeVisible();
    await theirs.goto("/profile/hidden");
    await theirs.getByRole("button", { name: "Appeal" }).click();
    const appeal = theirs.getByRole("dialog");
    await appeal.getByRole("textbox").fill("The course is free, and the question is a real one.");
    await appeal.locator("button[type=submit]").click();
    await expect(theirs.getByText("Another moderator will decide.")).toBeVisible();

    await openPage(page, "/moderation?tab=appeals");
    const item = await findCase(page, title);
    await expect(item).toContainText("another moderator has to decide the appeal");
    await expect(item.getByRole("button", { name: "Restore it" })).toHaveCount(0);
  });

  test("another moderator grants it, and the post and the points are back", async () => {
    const { second: other, author: theirs } = pages;
    await enterAs(other, second);
    await openPage(other, "/moderation?tab=appeals");
    const appealed = await findCase(other, title);
    await expect(appealed).toContainText("The course is free");
    await appealed.getByRole("button", { name: "Restore it" }).click();
    await giveReason(other, dialog(other, "Grant this appeal?"), "Restore it", "Indeed it is free.");
    await expect(appealed).toHaveCount(0);
    await openPage(other, "/moderation?tab=appeals&status=decided");
    await expect(await findCase(other, title)).toContainText("Indeed it is free.");

    await theirs.goto(`/posts/${postId}`);
    await expect(theirs.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect.poll(points).toBe(before);
  });

  test("the audit log has it all", async () => {
    const page = pages.staff;
    await enterAs(page, "maren");
    await openPage(page, auditOf(author));
    const log = page.getByRole("main").getByRole("list");
    await expect(log).toContainText(`teodor hid a post by ${author.username} as spam or abuse`);
    await expect(log).toContainText("This is advertising.");
    await expect(log).toContainText(
      `${second.username} granted the appeal of ${author.username} against the hiding of a post`,
    );
    await log.getByRole("link", { name: "a post" }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  });
});

test("hidden content can be restored under Decided, and flags can be upheld without hiding [C6.22 C6.23]", async ({
  page,
  request,
}) => {
  const { title, postId, author } = await flaggedPost(request);
  await asTeodor(page);
  await openPage(page, "/moderation");
  await (await findCase(page, title)).getByRole("button", { name: "Hide", exact: true }).click();
  await giveReason(page, dialog(page, "Hide this post?"), "Hide", "Too short");
  await openPage(page, "/moderation?tab=decided");
  const decided = await findCase(page, title);
  await expect(decided).toContainText("Hidden");
  await expect(decided.getByRole("list", { name: "Flags" })).toContainText("Upheld by teodor");
  await decided.getByRole("button", { name: "Restore" }).click();
  await giveReason(page, dialog(page, "Restore this post?"), "Restore", "Long enough after all");
  await expect(decided.getByRole("list", { name: "Flags" })).toContainText("Dismissed by teodor");
  await expect(decided).toBeFocused();
  expect((await request.get(`/api/posts/${postId}`)).ok()).toBe(true);

  await flag(await newMember(request, "reporter"), "user", author.id, "ABUSE");
  await openPage(page, "/moderation");
  const member = await findCase(page, author.username);
  await expect(member.getByRole("button", { name: "Hide", exact: true })).toHaveCount(0);
  await member.getByRole("button", { name: "Uphold", exact: true }).click();
  await expect(dialog(page, "Uphold the flags?")).toContainText(`${author.username} loses 10 points`);
  await giveReason(page, dialog(page, "Uphold the flags?"), "Uphold", "Name of a shop");
  await expect(member).toHaveCount(0);
});

test("closing a post returns its bounty, and the dialog says so in advance [C6.25]", async ({ page, request }) => {
  test.slow();
  const asker = await memberWith(page, request, 2);
  const title = `Close me ${asker.username}`;
  const postId = await newPost(asker, { title, hasBounty: true, bountyAmount: 1 });
  const left = Number((await asker.get("/wallet")).balance);
  await flag(await newMember(request, "reporter"), "post", postId, "OFF_TOPIC");
  await asTeodor(page);
  await openPage(page, "/moderation");
  const item = await findCase(page, title);
  await expect(item).toContainText("1.00 BBUX bounty");
  await item.getByRole("button", { name: "More about this post" }).click();
  await page.getByRole("menuitem", { name: "Close post" }).click();
  await expect(dialog(page, "Close this post?")).toContainText(`1.00 BBUX goes back to ${asker.username} immediately`);
  await giveReason(page, dialog(page, "Close this post?"), "Close post", "Belongs elsewhere");
  await expect.poll(async () => Number((await asker.get("/wallet")).balance)).toBe(left + 1);
  const { post } = (await asker.get(`/posts/${postId}`)) as { post: { status: string } };
  expect(post.status).toBe("CLOSED");
});

test("a member can be found, suspended and unsuspended, and ending a wrong suspension restores the points [C6.24]", async ({
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
  await openPage(page, "/moderation?tab=members");
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
  await expect(page.getByText("No one is suspended")).toBeVisible();
  expect(await points()).toBe(before);

  await openPage(page, "/moderation?tab=members&search=maren");
  await expect(page.getByRole("row", { name: /maren/ })).toContainText("Only an admin can");
});

test("an appeal of a denied refund is decided here, and leaves the queue [C6.26]", async ({ page, request }) => {
  const { asker, title, requestId } = await refundAsked(request, { reason: "Nobody explained it." });
  await refundRefused(requestId);
  await asker.post(`/refund-requests/${requestId}/appeal`, { reason: "They had not read it." });
  await asTeodor(page);
  await openPage(page, "/moderation?tab=refunds");
  const item = page.getByRole("article", { name: title });
  await expect(item).toContainText("Nobody explained it.");
  await expect(item).toContainText("They had not read it.");
  await expect(item).toContainText("Lapsesin 7 days");
  await expect(item).toContainText("Without a decision, the appeal lapses and the refund stays denied.");
  expect(await violations(page)).toEqual([]);
  await item.getByRole("button", { name: "Deny appeal" }).click();
  const decision = dialog(page, "Deny the appeal?");
  await decision.getByRole("textbox").fill("The answers explain it.");
  await decision.getByRole("button", { name: "Deny", exact: true }).click();
  await expect(item).toHaveCount(0);
  await expect(page.locator("[data-queue-state], article").and(page.locator(":focus"))).toHaveCount(1);
});

test("moderators can't judge their own content", async ({ page, request }) => {
  const judge = await newJudge(request, "moderator");
  const title = `Mine ${judge.username}`;
  await flag(await newMember(request, "reporter"), "post", await newPost(judge, { title }));
  await enterAs(page, judge);
  await openPage(page, "/moderation");
  const item = await findCase(page, title);
  await expect(item).toContainText(
    "This is about you or an account that counts as yours, so someone else has to decide.",
  );
  await expect(item.getByRole("button", { name: /Hide|Dismiss|Uphold|More/ })).toHaveCount(0);
});
