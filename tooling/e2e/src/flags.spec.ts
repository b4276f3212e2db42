import { expect, type Page } from "@playwright/test";
import { test, visit } from "./shared-page.support.ts";
import { demoMember, enter, newAnswer, newComment, newMember, newPost, PASSWORD } from "./support.ts";
import { violations } from "./wallet.screens.support.ts";

const dialog = (page: Page, what: string) => page.getByRole("dialog", { name: `Flag this ${what}?` });
const thanks = (page: Page) => page.getByText("Thanks. A moderator will take a look.");
// Ignores errors of requests that are still running when a test ends.
test.afterEach(({ page }) => page.unrouteAll({ behavior: "ignoreErrors" }));

test("a member flags a post, an answer and a comment, and moderators receive them", {
  tag: "@gate",
}, async ({ page, request }) => {
  const author = await newMember(request, "author");
  const postId = await newPost(author);
  await newAnswer(author, postId, "See my shop.");
  await newComment(author, postId, "And my other shop.");
  const reporter = await newMember(request, "reporter");
  await enter(page, reporter.email, PASSWORD);

  await visit(page, `/posts/${postId}`);
  for (const what of ["post", "answer", "comment"]) {
    await page.getByRole("button", { name: `Flag ${what}` }).click();
    await dialog(page, what).getByLabel("Spam").check();
    await dialog(page, what).getByLabel("Details for the moderators").fill(`This ${what} sells things.`);
    await dialog(page, what).getByRole("button", { name: "Flag", exact: true }).click();
    await expect(dialog(page, what)).toHaveCount(0);
  }
  await expect(thanks(page).first()).toBeVisible();
  const queue = JSON.stringify(await (await demoMember(request, "teodor")).get("/moderation/flags?limit=100"));
  for (const what of ["post", "answer", "comment"]) expect(queue).toContain(`This ${what} sells things.`);
});

test("a member flags a member once, and moderators receive it", { tag: "@gate" }, async ({ page, request }) => {
  const author = await newMember(request, "author");
  const reporter = await newMember(request, "reporter");
  await enter(page, reporter.email, PASSWORD);
  await visit(page, `/users/${author.username}`);
  await page.getByRole("button", { name: "Flag member" }).click();
  await dialog(page, "member").getByLabel("Something else").check();
  await dialog(page, "member").getByRole("button", { name: "Flag", exact: true }).click();
  await expect(dialog(page, "member")).toContainText("Please say what's wrong");
  expect(await violations(page)).toEqual([]);
  await dialog(page, "member").getByLabel("Details for the moderators").fill("Their name is one of a shop.");
  await dialog(page, "member").getByRole("button", { name: "Flag", exact: true }).click();
  await expect(dialog(page, "member")).toHaveCount(0);

  const queue = JSON.stringify(await (await demoMember(request, "teodor")).get("/moderation/flags?limit=100"));
  expect(queue).toContain("Their name is one of a shop.");

  await page.getByRole("button", { name: "Flag member" }).click();
  await dialog(page, "member").getByLabel("Abuse").check();
  await dialog(page, "member").getByRole("button", { name: "Flag", exact: true }).click();
  await expect(dialog(page, "member").getByRole("alert")).toContainText("You have already flagged this");
});

test("members can't flag their own content, and visitors can't flag anything", async ({ page, request }) => {
  const author = await newMember(request, "author");
  const other = await newMember(request, "other");
  const postId = await newPost(author);
  await newAnswer(other, postId, "So it is.");
  await newComment(other, postId, "Indeed.");
  await visit(page, `/posts/${postId}`);
  await expect(page.getByRole("article", { name: `Answer by ${other.username}` })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Flag/ })).toHaveCount(0);
  await enter(page, author.email, PASSWORD);
  await page.reload();
  await expect(page.getByRole("button", { name: "Flag answer" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Flag comment" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Flag post" })).toHaveCount(0);
  await visit(page, "/profile");
  await expect(page.getByRole("heading", { level: 1, name: author.username })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Flag/ })).toHaveCount(0);
});

test("the author of a hidden post sees the reason, others see nothing, and an appeal goes to another moderator", async ({
  page,
  browser,
  request,
}) => {
  test.slow();
  const author = await newMember(request, "author");
  const postId = await newPost(author, { title: "Buy my course" });
  const moderator = await demoMember(request, "teodor");
  const reason = "This is advertising.";
  await moderator.post("/moderation/hide", { targetType: "post", targetId: postId, reason });

  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(`/posts/${postId}`);
  await expect(stranger.getByRole("heading", { name: "This post is not here" })).toBeVisible();
  await expect(stranger.getByText(reason)).toHaveCount(0);
  await stranger.context().close();

  await enter(page, author.email, PASSWORD);
  await visit(page, `/posts/${postId}`);
  await expect(page.getByRole("heading", { name: "A moderator has hidden this post" })).toBeVisible();
  await expect(page.getByText(`Why: ${reason}`)).toBeVisible();
  await page.getByRole("link", { name: "See hidden content" }).click();
  const item = page.getByRole("article", { name: "Buy my course" });
  await expect(item).toContainText(reason);
  await item.getByText("What you wrote").click();
  await expect(item).toContainText("What is it?");
  expect(await violations(page)).toEqual([]);
  await item.getByRole("button", { name: "Appeal" }).click();
  const appeal = page.getByRole("dialog", { name: "Appeal the hiding?" });
  await appeal.getByLabel("Why should it be restored?").fill("The course is free.");
  await appeal.getByRole("button", { name: "Appeal", exact: true }).click();
  await expect(item).toContainText("Another moderator will decide.");
  await expect(item.getByRole("button", { name: "Appeal" })).toHaveCount(0);

  const waiting = JSON.stringify(await (await demoMember(request, "maren")).get("/moderation/appeals"));
  expect(waiting).toContain("The course is free.");
  await moderator.post("/moderation/restore", { targetType: "post", targetId: postId, reason: "It is free, indeed." });
  await page.goto("/profile/hidden");
  await expect(item).toContainText("Restored");
  await page.goto(`/posts/${postId}`);
  await expect(page.getByRole("heading", { level: 1, name: "Buy my course" })).toBeVisible();
});
