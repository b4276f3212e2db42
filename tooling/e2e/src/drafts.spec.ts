import { expect } from "@playwright/test";
import { attached, contentOf, enter, pick, picture } from "./editor.support.ts";
import { postAnswer } from "./people.support.ts";
import { test, visit } from "./shared-page.support.ts";
import { chooseTag, freshName, newAnswer, newMember, newPost, PASSWORD } from "./support.ts";

const FAILURE = {
  status: 500,
  contentType: "application/json",
  body: JSON.stringify({ error: { message: "", code: -32603, data: {} } }),
};

test.describe("drafts", () => {
  test("of a new post with its media survive a reload and a failed call until it is published or discarded", async ({
    page,
    request,
  }) => {
    await enter(page, await newMember(request));
    await visit(page, "/posts/create");
    const title = freshName("kept");
    await page.getByLabel("Title").fill(title);
    await contentOf(page).fill("Typed.");
    await pick(page, "Add files", [picture("a.png")]);
    await expect(attached(page)).toHaveCount(1);
    // Reloads immediately, because nobody waits first.
    await page.reload();
    await expect(page.getByText("Your draft was kept.")).toBeVisible();
    await expect(page.getByLabel("Title")).toHaveValue(title);
    await expect(attached(page)).toHaveCount(1);
    await chooseTag(page, "postgresql");
    await page.route("**/api/trpc/posts.create*", (route) => route.fulfill(FAILURE));
    await page.getByRole("button", { name: "Post question" }).click();
    await expect(page.getByText("Failed to create post")).toBeVisible();
    await page.reload();
    await expect(contentOf(page)).toHaveValue("Typed.");
    await page.unroute("**/api/trpc/posts.create*");
    await page.getByRole("button", { name: "Post question" }).click();
    await page.waitForURL(/\/posts\/\d+$/);
    await visit(page, "/posts/create");
    await expect(page.getByLabel("Title")).toHaveValue("");

    await page.getByLabel("Title").fill("thrown away");
    await page.reload();
    await page.getByRole("button", { name: "Discard it" }).click();
    await expect(page.getByLabel("Title")).toHaveValue("");
    await page.reload();
    await expect(page.getByLabel("Title")).toHaveValue("");
    await expect(page.getByText("Your draft was kept.")).toHaveCount(0);
  });

  test("survive the end of a session: the member signs in on the spot and publishes", { tag: "@gate" }, async ({
    page,
    request,
  }) => {
    const member = await newMember(request);
    await enter(page, member);
    await visit(page, "/posts/create");
    const title = freshName("lost session");
    await page.getByLabel("Title").fill(title);
    await contentOf(page).fill("Typed.");
    await chooseTag(page, "postgresql");
    await page.context().clearCookies();
    // An upload is refused for the ended session too.
    await pick(page, "Add files", [picture("a.png")]);
    const dialog = page.getByRole("dialog", { name: "Please sign in again" });
    await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await dialog.getByRole("button", { name: "Sign in" }).click();
    await expect(dialog).toHaveCount(0);
    await page.getByRole("button", { name: "Try again: a.png" }).click();
    await expect(attached(page)).toHaveCount(1);
    await expect(page.getByLabel("Title")).toHaveValue(title);
    await page.getByRole("button", { name: "Post question" }).click();
    await page.waitForURL(/\/posts\/\d+$/);
  });

  test("of an edit survive a reload; starting over restores the post", async ({ page, request }) => {
    const author = await newMember(request);
    const id = await newPost(author, { title: "As it was", content: "Old." });
    await enter(page, author);
    await visit(page, `/posts/${id}`);
    const edit = page.getByRole("button", { name: "Edit", exact: true });
    await edit.click();
    await contentOf(page).fill("New.");
    await page.reload();
    await edit.click();
    await expect(page.getByText("You started this edit but didn't save it.")).toBeVisible();
    await expect(contentOf(page)).toHaveValue("New.");
    await page.getByRole("button", { name: "Start over" }).click();
    await expect(contentOf(page)).toHaveValue("Old.");
    await contentOf(page).fill("Newer.");
    await pick(page, "Add files", [picture("a.png")]);
    await expect(attached(page)).toHaveCount(1);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Newer.")).toBeVisible();
    await expect(page.getByRole("list", { name: "Media" }).getByRole("listitem")).toHaveCount(1);
  });

  test("of an answer and a comment are kept per post, across a reload and a failed call", async ({ page, request }) => {
    const [author, other] = [await newMember(request), await newMember(request)];
    const [id, elsewhere] = [await newPost(author), await newPost(author)];
    await enter(page, other);
    await visit(page, `/posts/${id}`);
    const answer = page.getByRole("textbox", { name: "Your answer" });
    const comment = page.getByRole("textbox", { name: "Your comment" });
    await answer.fill("Half an answer");
    await comment.fill("Half a comment");
    await page.reload();
    await expect(answer).toHaveValue("Half an answer");
    await expect(comment).toHaveValue("Half a comment");
    await visit(page, `/posts/${elsewhere}`);
    await expect(answer).toHaveValue("");
    await expect(comment).toHaveValue("");

    await visit(page, `/posts/${id}`);
    await page.route("**/api/trpc/{answers,comments}.create*", (route) => route.fulfill(FAILURE));
    await page.getByRole("button", { name: "Post answer" }).click();
    await page.getByRole("button", { name: "Post comment" }).click();
    await expect(answer).toHaveValue("Half an answer");
    await expect(comment).toHaveValue("Half a comment");
    await page.reload();
    await expect(answer).toHaveValue("Half an answer");
    await expect(comment).toHaveValue("Half a comment");
    await page.unroute("**/api/trpc/{answers,comments}.create*");
    await postAnswer(page);
    await expect(page.getByRole("article").filter({ hasText: "Half an answer" })).toBeVisible();
    await expect(answer).toHaveValue("");
    await page.reload();
    await expect(comment).toHaveValue("Half a comment");
    await expect(answer).toHaveValue("");
  });
});

test.describe("the answer form", () => {
  test("can't be sent while it is empty or being sent [C5.16]", async ({ page, request }) => {
    const [author, other] = [await newMember(request), await newMember(request)];
    const id = await newPost(author);
    await enter(page, other);
    await visit(page, `/posts/${id}`);
    const send = page.getByRole("button", { name: /^Post(ing\.\.\.| answer)$/ });
    await expect(send).toBeDisabled();
    const text = page.getByRole("textbox", { name: "Your answer" });
    await text.fill("   \n ");
    await expect(send).toBeDisabled();
    await text.fill("An answer");
    await expect(send).toBeEnabled();
    let calls = 0;
    let release = () => {};
    await page.route("**/api/trpc/answers.create*", async (route) => {
      calls++;
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      await route.continue();
    });
    await send.click();
    await expect(send).toHaveText("Posting...");
    await expect(send).toBeDisabled();
    await text.fill("Another");
    await text.press("Control+Enter");
    await expect.poll(() => calls).toBe(1);
    release();
    await expect(send).toHaveText("Post answer");
    // Text typed in the meantime is still there.
    await expect(text).toHaveValue("Another");
    expect(calls).toBe(1);
  });

  test("accepts code blocks, which can be removed before posting, but not empty ones [C5.19 C5.20]", async ({
    page,
    request,
  }) => {
    const [author, other] = [await newMember(request), await newMember(request)];
    const id = await newPost(author);
    await enter(page, other);
    await visit(page, `/posts/${id}`);
    const form = page.getByRole("form", { name: "Your answer" });
    await form.getByRole("textbox", { name: "Your answer" }).fill("Like this:");
    const add = form.getByRole("button", { name: "Add code block" });
    // By keyboard, because each block moves the button.
    await add.press("Enter");
    await form.getByLabel("Code of code block 1").fill("let kept = true");
    await add.press("Enter");
    await form.getByLabel("Code of code block 2").fill("  \n ");
    await form.getByRole("button", { name: "Post answer" }).click();
    await expect(form.getByText("Code must not be empty")).toBeVisible();
    await form.getByRole("button", { name: "Remove code block 2" }).click();
    await expect(form.getByLabel("Code of code block 2")).toHaveCount(0);
    await form.getByRole("button", { name: "Preview", exact: true }).click();
    await expect(form.getByRole("region", { name: /Preview/ }).getByRole("figure")).toContainText("let kept = true");
    await postAnswer(page);
    const answer = page.getByRole("list", { name: "Answers" }).getByRole("article");
    await expect(answer.getByRole("figure")).toContainText("let kept = true");
    const { answers } = await (await page.request.get(`/api/posts/${id}/answers`)).json();
    expect(answers[0].codeBlocks).toEqual([{ language: "javascript", code: "let kept = true" }]);
  });

  test("for an edit starts from the answer, and keeps an unfinished edit", async ({ page, request }) => {
    const [author, other] = [await newMember(request), await newMember(request)];
    const id = await newPost(author);
    await newAnswer(other, id, "As first given.");
    await enter(page, other);
    await visit(page, `/posts/${id}`);
    const answer = page.getByRole("list", { name: "Answers" }).getByRole("article");
    const edit = answer.getByRole("button", { name: "Edit", exact: true });
    const text = answer.getByRole("textbox", { name: "Answer", exact: true });
    await edit.click();
    await expect(text).toHaveValue("As first given.");
    await text.fill("Better.");
    await page.reload();
    await edit.click();
    await expect(text).toHaveValue("Better.");
    await answer.getByRole("button", { name: "Save" }).click();
    await expect(answer.getByText("Better.")).toBeVisible();
    await edit.click();
    await expect(text).toHaveValue("Better.");
    await expect(answer.getByText("This is the edit that you began")).toHaveCount(0);
  });
});
