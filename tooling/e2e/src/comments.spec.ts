import { expect, type Page } from "@playwright/test";
import { test, visit } from "./shared-page.support.ts";
import { enter, newAnswer, newComment, newMember, newPost, PASSWORD, wordless } from "./support.ts";

const comments = (page: Page) => page.getByRole("list", { name: "Comments" }).getByRole("article");
const field = (page: Page) => page.getByRole("textbox", { name: "Your comment" });
const send = (page: Page) => page.getByRole("button", { name: "Post comment" });

test.describe("comments", () => {
  test("are ordered by net votes, highest first [C9.18]", async ({ page, request }) => {
    const [author, other, third] = [await newMember(request), await newMember(request), await newMember(request)];
    const id = await newPost(author);
    const ids: string[] = [];
    for (const text of ["disliked", "plain", "liked", "liked most"]) ids.push(await newComment(author, id, text));
    const [disliked, , liked, most] = ids;
    await other.post(`/comments/${disliked}/vote`, { value: -1 });
    await other.post(`/comments/${liked}/vote`, { value: 1 });
    for (const voter of [other, third]) await voter.post(`/posts/${id}/comments/${most}/vote`, { value: 1 });
    await visit(page, `/posts/${id}`);
    await expect(comments(page).locator("p")).toHaveText(["liked most", "liked", "plain", "disliked"]);
  });

  test("are posted by a button that is disabled without text and while posting [C5.16]", { tag: "@gate" }, async ({
    page,
    request,
  }) => {
    const member = await newMember(request);
    const id = await newPost(member);
    await enter(page, member.email, PASSWORD);
    await visit(page, `/posts/${id}`);
    await expect(send(page)).toBeDisabled();
    await field(page).fill("  ");
    await expect(send(page)).toBeDisabled();
    await field(page).fill("Mentions @kenji");
    const gate: { open?: () => void } = {};
    const held = new Promise<void>((resolve) => {
      gate.open = resolve;
    });
    await page.route("**/api/trpc/comments.create*", async (route) => {
      await held;
      await route.continue();
    });
    await send(page).click();
    await expect(comments(page)).toContainText("Mentions");
    await expect(page.getByRole("button", { name: "Posting..." })).toBeDisabled();
    gate.open?.();
    await expect(page.getByRole("heading", { name: "1 comment" })).toBeVisible();
    await expect(comments(page).getByRole("link", { name: "@kenji" })).toHaveAttribute("href", "/users/kenji");
    await expect(page.getByText("Posting…")).toHaveCount(0);
  });

  test("on an answer are written below it, with the names of members completed", async ({ page, request }) => {
    const member = await newMember(request);
    const id = await newPost(member);
    await newAnswer(member, id, "So.");
    await enter(page, member.email, PASSWORD);
    await visit(page, `/posts/${id}`);
    await page.getByRole("button", { name: /^Comment on the answer/ }).click();
    const own = page.getByRole("textbox", { name: /^Your comment on the answer/ });
    await own.pressSequentially("Ask @kenj");
    await page.getByRole("option", { name: "@kenji" }).waitFor();
    await own.press("Enter");
    await expect(own).toHaveValue("Ask @kenji ");
    const form = page.getByRole("form", { name: /^Comment on the answer by/ });
    await form.getByRole("button", { name: "Post comment" }).click();
    const below = page.getByRole("list", { name: "Comments on this answer" });
    await expect(below.getByRole("link", { name: "@kenji" })).toBeVisible();
    await expect(page.getByText("No comments yet. Be the first to comment!")).toBeVisible();
  });

  test("return to the field when posting fails, below 'Failed to post comment' or the server's text, with a retry button [C8.13]", async ({
    page,
    request,
  }) => {
    const member = await newMember(request);
    const id = await newPost(member);
    await enter(page, member.email, PASSWORD);
    await visit(page, `/posts/${id}`);
    await field(page).fill("Worth keeping");
    await page.route("**/api/trpc/comments.create*", (route) => route.fulfill(wordless));
    await send(page).click();
    const box = page.getByRole("alert");
    await expect(box).toContainText("Failed to post comment");
    await expect(field(page)).toHaveValue("Worth keeping");
    await expect(comments(page)).toHaveCount(0);
    await page.unroute("**/api/trpc/comments.create*");
    const error = "The service is busy. Please try again in a moment.";
    const data = { code: "SERVICE_UNAVAILABLE", httpStatus: 503, error };
    await page.route("**/api/trpc/comments.create*", (route) =>
      route.fulfill({ ...wordless, status: 503, body: JSON.stringify({ error: { message: "", code: -32603, data } }) }),
    );
    await box.getByRole("button", { name: "Try again" }).click();
    await expect(box).toContainText(error);
    await page.unroute("**/api/trpc/comments.create*");
    await box.getByRole("button", { name: "Try again" }).click();
    await expect(comments(page)).toContainText("Worth keeping");
    await expect(box).toHaveCount(0);
  });

  test("show an error with a retry button when they can't be loaded [C8.16]", async ({ page, request }) => {
    const member = await newMember(request);
    const id = await newPost(member);
    await newComment(member, id, "Here all along");
    let failing = true;
    await page.route(/\/api\/trpc\/[^?]*comments\.list/, (route) =>
      failing
        ? route.fulfill({ ...wordless, body: JSON.stringify(Array(3).fill(JSON.parse(wordless.body))) })
        : route.continue(),
    );
    await visit(page, `/posts/${id}`);
    const box = page.getByRole("alert").filter({ hasText: "Failed to fetch comments" });
    await expect(box).toBeVisible();
    failing = false;
    await box.getByRole("button", { name: "Try again" }).click();
    await expect(comments(page)).toContainText("Here all along");
    await expect(box).toHaveCount(0);
  });

  test("are deleted by their author after a confirmation, and by nobody else", async ({ page, request }) => {
    const [member, other] = [await newMember(request), await newMember(request)];
    const id = await newPost(other);
    await newComment(other, id, "Not yours");
    await newComment(member, id, "Mine");
    await enter(page, member.email, PASSWORD);
    await visit(page, `/posts/${id}`);
    const remove = comments(page).getByRole("button", { name: "Delete" });
    await expect(remove).toHaveCount(1);
    await remove.click();
    const dialog = page.getByRole("dialog", { name: "Delete your comment?" });
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toHaveCount(0);
    await remove.click();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expect(comments(page).locator("p")).toHaveText(["Not yours"]);
    await expect.poll(async () => (await other.get(`/posts/${id}`)).post).toMatchObject({ commentCount: 1 });
  });

  test("beyond a hundred load with 'Show more comments'", async ({ page, request }) => {
    test.slow();
    const member = await newMember(request);
    const id = await newPost(member);
    const last = await manyComments(member, id);
    await visit(page, `/posts/${id}`);
    await expect(page.getByRole("heading", { name: "102 comments" })).toBeVisible();
    await expect(comments(page)).toHaveCount(100);
    await page.getByRole("button", { name: "Show more comments" }).click();
    await expect(comments(page)).toHaveCount(102);
    await expect(page.getByRole("button", { name: "Show more comments" })).toHaveCount(0);
    // A link to one on the second page loads that page.
    await visit(page, `/community`);
    await visit(page, `/posts/${id}#comment-${last}`);
    await expect(page.locator(`#comment-${last}`)).toBeInViewport();
    await expect(page.locator(`#comment-${last}`)).toHaveAttribute("data-marked", "true");
    // So does a new comment.
    await enter(page, member.email, PASSWORD);
    await visit(page, `/posts/${id}`);
    await field(page).fill("The newest of all");
    await send(page).click();
    await expect(page).toHaveURL(/#comment-\d+$/);
    await expect(page.getByText("The newest of all")).toBeInViewport();
    await expect(page.locator("[data-marked=true]")).toContainText("The newest of all");
  });
});

/** Creates 102 comments; returns the id of the last. */
async function manyComments(member: Awaited<ReturnType<typeof newMember>>, postId: string): Promise<string> {
  for (let round = 0; round < 10; round++) {
    await Promise.all(Array.from({ length: 10 }, (_, at) => newComment(member, postId, `Comment ${round}-${at}`)));
  }
  await newComment(member, postId, "The last but one");
  return newComment(member, postId, "The last");
}
