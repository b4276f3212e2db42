import { expect, type Page } from "@playwright/test";
import { faults } from "./axe.support.ts";
import { test, visit } from "./shared-page.support.ts";
import { demoMember, enter, freshName, newAnswer, newComment, newMember, newPost, PASSWORD } from "./support.ts";

const answers = (page: Page) => page.getByRole("list", { name: "Answers" }).getByRole("article");

test.describe("a post's page", () => {
  test("orders answers by net votes after the accepted one [C9.19]", async ({ page, request }) => {
    const [author, other] = [await newMember(request), await newMember(request)];
    const id = await newPost(author);
    const ids: Record<string, string> = {};
    for (const text of ["down", "plain", "up", "accepted"]) ids[text] = await newAnswer(author, id, text);
    await other.post(`/posts/${id}/answers/${ids.down}/vote`, { value: -1 });
    await other.post(`/posts/${id}/answers/${ids.up}/vote`, { value: 1 });
    await author.post(`/posts/${id}/answers/${ids.accepted}/accept`);
    await visit(page, `/posts/${id}`);
    await expect(answers(page).locator("[dir=auto] p")).toHaveText(["accepted", "up", "plain", "down"]);
  });

  test("opens from a notification at the answer or comment, and marks it", { tag: "@gate" }, async ({
    page,
    request,
  }) => {
    const member = await newMember(request);
    const id = await newPost(member, { content: "A line.\n\n".repeat(60) });
    const answer = await newAnswer(member, id, "A line.\n\n".repeat(60));
    const comment = await newComment(member, id, "Here");
    await visit(page, `/posts/${id}#comment-${comment}`);
    await expect(page.locator(`#comment-${comment}`)).toBeInViewport();
    await expect(page.locator(`#comment-${comment}`)).toBeFocused();
    await expect(page.locator("[data-marked=true]")).toHaveCount(1);
    await visit(page, `/posts/${id}#answer-${answer}`);
    await expect(page.locator(`#answer-${answer}`)).toBeInViewport();
    await expect(page.locator(`#answer-${answer}`)).toHaveAttribute("data-marked", "true");
    const { comment: below } = await member.post(`/posts/${id}/comments`, { answerId: answer, content: "There" });
    const { id: there } = below as { id: string };
    await visit(page, `/posts/${id}#answer-${answer}-comment-${there}`);
    await expect(page.locator(`#comment-${there}`)).toBeFocused();
    await expect(page.locator("[data-marked=true]")).toHaveCount(1);
    await visit(page, `/posts/${id}#answer-1`);
    await expect(page.getByText("The answer you're looking for is no longer here.")).toBeVisible();
  });

  test("shows code blocks, pictures, videos, screen recordings and files according to their kind [C2.102 C3.19]", async ({
    page,
    request,
  }) => {
    const member = await newMember(request);
    const host = "https://media.example.org";
    await page.route(`${host}/**`, (route) =>
      route.fulfill({
        contentType: "image/svg+xml",
        body: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
      }),
    );
    const id = await newPost(member, {
      codeBlocks: [{ language: "rust", code: "fn main() {}", description: "The whole of it" }],
      media: [
        { type: "IMAGE", url: `${host}/one.svg` },
        { type: "IMAGE", url: `${host}/two.svg` },
        { type: "VIDEO", url: `${host}/film.mp4` },
        { type: "VIDEO", url: `${host}/screen.webm`, thumbnailUrl: `${host}/still.svg`, isScreenRecording: true },
        { type: "PDF", url: `${host}/paper.pdf` },
      ],
    });
    await visit(page, `/posts/${id}`);
    const code = page.getByRole("figure").filter({ hasText: "fn main() {}" });
    await expect(code).toContainText("Rust");
    await expect(code).toContainText("The whole of it");
    const media = page.getByRole("list", { name: "Media" });
    await expect(media.getByRole("listitem")).toHaveCount(5);
    await expect(media.locator("img")).toHaveCount(2);
    await expect(media.locator("video")).toHaveCount(2);
    for (const video of await media.locator("video").all()) {
      await expect(video).toHaveAttribute("controls", "");
      await expect(video).toHaveAttribute("preload", "metadata");
    }
    await expect(media.getByLabel("Screen recording 4")).toHaveAttribute("poster", `${host}/still.svg`);
    await expect(media.getByText("Screen recording", { exact: true })).toBeVisible();
    await expect(media.getByRole("link", { name: "File 5" })).toHaveAttribute("href", `${host}/paper.pdf`);
    await media.getByRole("button", { name: "Open picture 1" }).press("Enter");
    const large = page.getByRole("dialog", { name: "Picture 1 of 2" });
    await expect(large.locator("img")).toHaveAttribute("src", `${host}/one.svg`);
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("dialog", { name: "Picture 2 of 2" }).locator("img")).toHaveAttribute(
      "src",
      `${host}/two.svg`,
    );
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  test("doesn't name former members or link to their profiles", async ({ page, request }) => {
    const [author, gone] = [await newMember(request), await newMember(request)];
    const id = await newPost(author);
    await newAnswer(gone, id, "From one who left");
    await gone.post("/auth/delete-account", { password: PASSWORD });
    await visit(page, `/posts/${id}`);
    const answer = page.getByRole("article", { name: "Answer by deleted member" });
    await expect(answer).toContainText("deleted member");
    await expect(answer.locator("a[href^='/users']")).toHaveCount(0);
    await expect(page.getByRole("main")).not.toContainText(gone.username);
  });

  test("links from 'edited' to the versions, once there are two", async ({ page, request }) => {
    const author = await newMember(request);
    const id = await newPost(author, { title: "Before the edit" });
    await visit(page, `/posts/${id}`);
    await expect(page.getByRole("main").getByRole("link", { name: /^edited/ })).toHaveCount(0);
    await enter(page, author.email, PASSWORD);
    await visit(page, `/posts/${id}`);
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await page.getByLabel("Title").fill("After the edit");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("link", { name: /^edited/ }).click();
    await expect(page).toHaveURL(`/posts/${id}/history`);
  });

  test("ends with related questions", async ({ page, request }) => {
    const member = await newMember(request);
    const word = freshName("zyg").replace("-", "");
    const title = `The ${word} flowers of the tundra`;
    const like = await newPost(member, { title, tags: ["rust"] });
    const id = await newPost(member, { title: `Are ${word} flowers found in the tundra?`, tags: ["rust"] });
    await visit(page, `/posts/${id}`);
    const related = page.getByRole("region", { name: "Related questions" });
    await expect(related.getByRole("link", { name: title })).toHaveAttribute("href", `/posts/${like}`);
  });

  test("has the bounty's timeline and who takes part beside it, and a card for each name", async ({
    page,
    request,
  }) => {
    const [oskar, helper] = [await demoMember(request, "oskar"), await newMember(request, "helper")];
    const id = await newPost(oskar, { bountyAmount: 0.5 });
    await newAnswer(helper, id, "So.");
    await page.setViewportSize({ width: 1280, height: 900 });
    await visit(page, `/posts/${id}`);
    const timeline = page.getByRole("list", { name: "Bounty timeline" });
    await expect(timeline.getByRole("listitem")).toHaveText([/^Posted/, /^Bounty ends/, /^Payout date/]);
    await expect(page.getByRole("region", { name: "2 participants" })).toContainText("Asked");
    const card = page.getByRole("tooltip");
    await page.locator("[data-post]").getByRole("link", { name: "oskar" }).hover();
    await expect(card).toContainText("Joined");
    await page.keyboard.press("Escape");
    await expect(card).toHaveCount(0);

    await page.setViewportSize({ width: 390, height: 844 });
    await expect(timeline).toHaveCount(0);
    await page.locator("summary", { hasText: "Timeline" }).click();
    await expect(timeline.getByRole("listitem")).toHaveCount(3);
  });

  test("keeps 'Answer for …' in reach, which leads a visitor through the sign-in to the form", async ({
    page,
    request,
  }) => {
    const [oskar, member] = [await demoMember(request, "oskar"), await newMember(request)];
    const id = await newPost(oskar, { bountyAmount: 0.5, content: "A line.\n\n".repeat(60) });
    await visit(page, `/posts/${id}`);
    const call = page.getByRole("link", { name: "Answer for 0.50 BBUX" });
    await expect(call).toBeInViewport();
    await call.click();
    await page.getByLabel("Email").fill(member.email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    const field = page.getByRole("textbox", { name: "Your answer" });
    await expect(field).toBeFocused();
    await expect(field).toBeInViewport();
    await field.fill("Like this.");
    await page.getByRole("button", { name: "Post answer" }).click();
    await expect(page.getByText("Your answer is posted.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Answer for 0.50 BBUX" })).toHaveCount(0);
  });

  for (const who of ["a visitor", "its author", "another member"]) {
    test(`has no axe violation, for ${who}`, async ({ page, request }) => {
      const [author, other] = [await newMember(request), await newMember(request)];
      const id = await newPost(author, { codeBlocks: [{ language: "go", code: "package main" }] });
      await newAnswer(other, id, "An answer by @kenji");
      await newComment(author, id, "A comment");
      if (who !== "a visitor") await enter(page, (who === "its author" ? author : other).email, PASSWORD);
      for (const path of [`/posts/${id}`, "/community"]) {
        await visit(page, path);
        await expect(page.getByRole("article").first()).toBeVisible();
        expect(await faults(page, { include: ["main"] })).toEqual([]);
      }
    });
  }
});
