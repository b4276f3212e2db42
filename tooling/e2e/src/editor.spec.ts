import { expect } from "@playwright/test";
import { seriousFaults } from "./axe.support.ts";
import {
  ask,
  attached,
  contentOf,
  fill,
  give,
  noteForms,
  PNG,
  pick,
  picture,
  postButton as post,
  stubScreen,
  uploads,
} from "./editor.support.ts";
import { test } from "./shared-page.support.ts";
import { freshName, newMember, newPost } from "./support.ts";

test.describe("the editor", () => {
  test("formats by toolbar and keyboard, continues lists, undoes, and previews", async ({ page, request }) => {
    await page.setViewportSize({ width: 700, height: 900 });
    await ask(page, request);
    const content = contentOf(page);
    await content.click();
    await page.keyboard.type("one two");
    await page.keyboard.press("Control+Shift+ArrowLeft");
    await page.keyboard.press("Control+b");
    await expect(content).toHaveValue("one **two**");
    await page.keyboard.press("Control+z");
    await expect(content).toHaveValue("one two");
    await content.fill("");
    await page.keyboard.type("- a\nb\n\nend");
    await expect(content).toHaveValue("- a\n- b\nend");

    // One tab stop, then arrow keys.
    await content.focus();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Home");
    await expect(page.getByRole("button", { name: "Heading" })).toBeFocused();
    await page.keyboard.press("End");
    const preview = page.getByRole("button", { name: "Preview", exact: true });
    await expect(preview).toBeFocused();
    await page.keyboard.press("Enter");
    const shown = page.getByRole("region", { name: "Preview: Content" });
    await expect(shown.getByRole("listitem")).toHaveText(["a", "b end"]);
    await expect(content).toHaveCount(0);
    await page.keyboard.press("Enter");
    await expect(content).toHaveValue("- a\n- b\nend");
  });

  test("offers code blocks, which readers see highlighted [C2.094 C3.16]", async ({ page, request }) => {
    await ask(page, request);
    const title = freshName("code");
    await fill(page, title);
    await page.getByRole("button", { name: "Add code block" }).click();
    await post(page).click();
    await expect(page.getByText("Code must not be empty")).toBeVisible();
    await page.getByLabel("Code of code block 1").fill("const x = 1;");
    await page.getByLabel("Description of code block 1").fill("the sum");
    await post(page).click();
    await page.waitForURL(/\/posts\/\d+$/);
    const block = page.getByRole("figure").filter({ hasText: "the sum" });
    await expect(block).toContainText("JavaScript");
    await expect(block.locator("code span").first()).toBeVisible();
  });

  test("suggests related questions unobtrusively, without blocking", async ({ page, request }) => {
    const author = await newMember(request);
    const word = freshName("zzgrommet").replace("-", "");
    await newPost(author, { title: `How does a ${word} turn?` });
    await ask(page, request);
    await page.getByLabel("Title").fill(`Why does my ${word} turn backwards?`);
    await expect(page.getByRole("region", { name: "Related questions" })).toContainText(`How does a ${word} turn?`);
    await page.route("**/api/trpc/*posts.similar*", (route) => route.abort());
    await page.getByLabel("Title").fill(freshName("Nothing like it anywhere"));
    await expect(page.getByRole("region", { name: "Related questions" })).toHaveCount(0);
    await expect(page.getByRole("alert")).toHaveCount(0);
  });
});

test.describe("images and videos", () => {
  test("are picked several at once, reordered, removed, and shown with the post [C2.092 C3.18 C7.64]", {
    tag: "@gate",
  }, async ({ page, request }) => {
    const forms = await noteForms(page);
    await ask(page, request);
    await fill(page, freshName("pictures"));
    await pick(page, "Add files", [picture("a.png"), picture("b.png"), picture("c.png")]);
    await expect(attached(page)).toHaveCount(3);
    expect((await forms())[0]).toEqual([expect.stringMatching(/^upload_preset=\w+$/), "folder=posts", "file=a.png"]);
    const urls = () =>
      attached(page)
        .locator("img")
        .evaluateAll((all) => all.map((one) => one.getAttribute("src")));
    const [first, second, third] = await urls();
    await page.getByRole("button", { name: "Move Image 3 to the front" }).click();
    await expect.poll(urls).toEqual([first, third, second]);
    await page.getByRole("button", { name: "Remove Image 1" }).click();
    await expect.poll(urls).toEqual([third, second]);
    // The focus moves to where the removed one was.
    await expect(page.getByRole("button", { name: "Remove Image 1" })).toBeFocused();
    await post(page).click();
    await page.waitForURL(/\/posts\/\d+$/);
    const { post: made } = await (await page.request.get(`/api${new URL(page.url()).pathname}`)).json();
    expect(made.media).toMatchObject([
      { type: "IMAGE", url: third },
      { type: "IMAGE", url: second },
    ]);
    await expect(page.getByRole("list", { name: "Media" }).getByRole("listitem")).toHaveCount(2);
  });

  test("of another file type are refused before they are sent, and by the server [C5.30]", async ({
    page,
    request,
  }) => {
    await ask(page, request);
    let asked = 0;
    page.on("request", (call) => {
      if (call.url().endsWith("/api/uploads")) asked++;
    });
    const text = Buffer.from("just words");
    await pick(page, "Add files", [{ name: "notes.txt", mimeType: "text/plain", buffer: text }]);
    await expect(uploads(page).filter({ hasText: "notes.txt" })).toContainText("Please upload a video or image file");
    expect(asked).toBe(0);
    await pick(page, "Add files", [{ name: "lie.png", mimeType: "image/png", buffer: text }]);
    const lie = uploads(page).filter({ hasText: "lie.png" });
    await expect(lie).toContainText("Please upload a video or image file");
    expect(asked).toBe(1);
    await expect(lie.getByRole("button", { name: /Try again/ })).toHaveCount(0);
    await lie.getByRole("button", { name: "Remove upload of lie.png" }).click();
    await expect(lie).toHaveCount(0);
  });

  test("that are too large are refused before they are sent: images above 50 MB, videos above 100 MB [C5.31 C5.32]", async ({
    page,
    request,
  }) => {
    await ask(page, request);
    const MiB = 1024 ** 2;
    await give(page.getByLabel("Title"), "drop", { name: "big.png", mimeType: "image/png", bytes: 50 * MiB + 1 });
    await give(page.getByLabel("Title"), "drop", { name: "big.mp4", mimeType: "video/mp4", bytes: 100 * MiB + 1 });
    await expect(uploads(page)).toHaveCount(2);
    for (const row of await uploads(page).all()) {
      await expect(row).toContainText("File size must be less than 50MB or 100MB");
    }
  });

  test("show their progress, and can be canceled and retried, while Post waits for them", async ({ page, request }) => {
    await ask(page, request);
    await fill(page, freshName("slow"));
    let release = () => {};
    await page.route("**/api/uploads", async (route) => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      await route.abort().catch(() => undefined);
    });
    await pick(page, "Add files", [picture("slow.png")]);
    const row = uploads(page).filter({ hasText: "slow.png" });
    await expect(row.getByRole("progressbar", { name: "Upload of slow.png" })).toBeAttached();
    await post(page).click();
    await expect(page.getByText("A file is still uploading.")).toBeVisible();
    await row.getByRole("button", { name: "Cancel upload of slow.png" }).click();
    await expect(row).toHaveCount(0);
    await expect(page.getByText("A file is still uploading.")).toHaveCount(0);

    await pick(page, "Add files", [picture("again.png")]);
    const again = uploads(page).filter({ hasText: "again.png" });
    await expect(again.getByRole("progressbar")).toBeAttached();
    release();
    await expect(again).toContainText("Network error");
    await page.unroute("**/api/uploads");
    await again.getByRole("button", { name: "Try again: again.png" }).click();
    await expect(attached(page)).toHaveCount(1);
    await post(page).click();
    await page.waitForURL(/\/posts\/\d+$/);
  });

  test("are inserted where they are pasted or dropped, and leave no trace when canceled", async ({ page, request }) => {
    await ask(page, request);
    const content = contentOf(page);
    await content.fill("before after");
    await content.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(6, 6));
    await give(content, "paste", { name: "My [shot].png", mimeType: "image/png", buffer: PNG });
    await expect(content).toHaveValue(/^before\n!\[My shot\]\(\/uploads\/[\w-]{22}\.(png|webp)\)\n after$/);
    const preview = page.getByRole("region", { name: "Preview of your post" });
    await expect(preview.getByRole("img", { name: "My shot" })).toBeVisible();
    await expect(attached(page)).toHaveCount(0);
    // Markdown has no videos, so it becomes an attachment.
    await page.route("**/api/uploads", () => new Promise(() => undefined));
    await give(content, "drop", { name: "clip.mp4", mimeType: "video/mp4", bytes: 10 });
    await expect(uploads(page).filter({ hasText: "clip.mp4" })).toBeVisible();
    expect(await content.inputValue()).not.toContain("clip");
    const text = await content.inputValue();
    await give(content, "drop", { name: "gone.png", mimeType: "image/png", buffer: PNG });
    await expect(content).toHaveValue(/!\[Uploading gone…\]\(upload:/);
    await page.getByRole("button", { name: "Cancel upload of gone.png" }).click();
    await expect(content).not.toHaveValue(/Uploading/);
    expect((await content.inputValue()).replace(/\s+/g, " ").trim()).toBe(text.replace(/\s+/g, " ").trim());
  });
});

test("the complete ask page has no serious accessibility violation", async ({ page, request }) => {
  await stubScreen(page);
  for (const [colorScheme, width] of [
    ["light", 1280],
    ["dark", 360],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await ask(page, request);
    await contentOf(page).fill("Some **words**.");
    await page.getByRole("button", { name: "Add code block" }).click();
    await pick(page, "Add files", [
      picture("a.png"),
      picture("b.png"),
      { ...picture("c.txt"), mimeType: "text/plain" },
    ]);
    await expect(attached(page)).toHaveCount(2);
    await page.getByRole("button", { name: "Record screen" }).click();
    await expect(page.getByText("Recording your screen")).toBeVisible();
    expect(await seriousFaults(page)).toEqual([]);
  }
});
