import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import {
  attached,
  contentOf,
  enter,
  give,
  noteForms,
  PNG,
  pick,
  picture,
  stubScreen,
  uploads,
} from "./editor.support.ts";
import { chooseTag, freshName, newMember, newPost } from "./support.ts";

const post = (page: Page) => page.getByRole("button", { name: "Post", exact: true });

async function ask(page: Page, request: Parameters<typeof newMember>[0]) {
  const member = await newMember(request);
  await enter(page, member);
  await page.goto("/posts/create");
  await expect(page.getByLabel("Title")).toBeVisible();
  return member;
}

async function fill(page: Page, title: string): Promise<void> {
  await page.getByLabel("Title").fill(title);
  await contentOf(page).fill("What I want to know.");
  await chooseTag(page, "postgresql");
}

test.describe("writing", () => {
  test("marks by toolbar and keyboard, goes on with lists, undoes, and previews", async ({ page, request }) => {
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

    // One stop of the Tab key, then arrows.
    await content.focus();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Home");
    await expect(page.getByRole("button", { name: "Heading" })).toBeFocused();
    await page.keyboard.press("End");
    const preview = page.getByRole("button", { name: "Preview", exact: true });
    await expect(preview).toBeFocused();
    await page.keyboard.press("Enter");
    const shown = page.getByRole("region", { name: "Preview of content" });
    await expect(shown.getByRole("listitem")).toHaveText(["a", "b end"]);
    await expect(content).toHaveCount(0);
    await page.keyboard.press("Enter");
    await expect(content).toHaveValue("- a\n- b\nend");
  });

  test("offers code blocks, which a reader gets coloured [C2.094 C3.16]", async ({ page, request }) => {
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

  test("shows related questions, quietly, and never blocks", async ({ page, request }) => {
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
  test("are picked, several at once, put in order, removed, and shown with the post [C2.092 C3.18 C7.64]", async ({
    page,
    request,
  }) => {
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
    // The keyboard goes on where the removed one was.
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

  test("that are neither are refused before they are sent, and by the server [C5.30]", async ({ page, request }) => {
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

  test("that are too large are refused before they are sent, an image from 50 MB on, a video from 100 MB on [C5.31 C5.32]", async ({
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

  test("show how far they are, can be cancelled, and tried again after a failure; Post waits for them", async ({
    page,
    request,
  }) => {
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
    await expect(page.getByText("A file is still being uploaded.")).toBeVisible();
    await row.getByRole("button", { name: "Cancel upload of slow.png" }).click();
    await expect(row).toHaveCount(0);
    await expect(page.getByText("A file is still being uploaded.")).toHaveCount(0);

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

  test("go into the text where they are pasted or dropped, and leave no trace when cancelled", async ({
    page,
    request,
  }) => {
    await ask(page, request);
    const content = contentOf(page);
    await content.fill("before after");
    await content.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(6, 6));
    await give(content, "paste", { name: "My [shot].png", mimeType: "image/png", buffer: PNG });
    await expect(content).toHaveValue(/^before\n!\[My shot\]\(\/uploads\/[\w-]{22}\.(png|webp)\)\n after$/);
    const preview = page.getByRole("region", { name: "Preview of your post" });
    await expect(preview.getByRole("img", { name: "My shot" })).toBeVisible();
    await expect(attached(page)).toHaveCount(0);
    // A video cannot stand in Markdown: it goes to the media.
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

test.describe("a screen recording", () => {
  test("starts, stops and is uploaded; then a picture of second 1 goes with it [C2.093 C4.41 C4.42]", async ({
    page,
    request,
  }) => {
    await stubScreen(page);
    await ask(page, request);
    await fill(page, freshName("recorded"));
    await page.getByRole("button", { name: "Record screen" }).click();
    await expect(page.getByText("Recording your screen")).toBeVisible();
    await expect(page.getByText(/^0:02 ·/)).toBeVisible();
    await page.getByRole("button", { name: "Stop and upload" }).click();
    await expect(page.getByText("Recording your screen")).toHaveCount(0);
    await expect(attached(page)).toHaveCount(1);
    expect(await page.evaluate(() => Reflect.get(window, "wound"))).toContain(1);
    await post(page).click();
    await page.waitForURL(/\/posts\/\d+$/);
    const { post: made } = await (await page.request.get(`/api${new URL(page.url()).pathname}`)).json();
    const [item] = made.media;
    expect(item).toMatchObject({ type: "VIDEO", isScreenRecording: true });
    expect(item.url).toMatch(/^\/uploads\/.+\.webm$/);
    const thumbnail = await page.request.get(item.thumbnailUrl);
    expect(thumbnail.headers()["content-type"]).toBe("image/jpeg");
  });

  test("ends when the browser's own button stops the sharing", async ({ page, request }) => {
    await stubScreen(page);
    await ask(page, request);
    await page.getByRole("button", { name: "Record screen" }).click();
    await expect(page.getByText(/KB of 100 MB/)).toBeVisible();
    await page.evaluate(() => {
      const track = Reflect.get(window, "screenTrack");
      track.stop();
      track.dispatchEvent(new Event("ended"));
    });
    await expect(attached(page)).toHaveCount(1);
  });

  test("says so where the browser cannot [C8.32]", async ({ page, request }) => {
    await page.addInitScript(() =>
      Object.defineProperty(MediaDevices.prototype, "getDisplayMedia", { value: undefined }),
    );
    await ask(page, request);
    await page.getByRole("button", { name: "Record screen" }).click();
    await expect(page.getByRole("alert")).toHaveText("Screen recording is not supported in this browser");
  });

  test("says so when it cannot start [C8.33]", async ({ page, request }) => {
    await page.addInitScript(() => {
      navigator.mediaDevices.getDisplayMedia = () => Promise.reject(new DOMException("no", "NotAllowedError"));
    });
    await ask(page, request);
    await page.getByRole("button", { name: "Record screen" }).click();
    await expect(page.getByRole("alert")).toHaveText("Failed to start screen recording");
  });

  test("that cannot be uploaded says so, and can be tried again or saved [C8.34]", async ({ page, request }) => {
    await stubScreen(page);
    await ask(page, request);
    await page.route("**/api/uploads", (route) => route.abort());
    await page.getByRole("button", { name: "Record screen" }).click();
    await expect(page.getByText(/KB of 100 MB/)).toBeVisible();
    await page.getByRole("button", { name: "Stop and upload" }).click();
    await expect(page.getByText("Failed to upload screen recording")).toBeVisible();
    await expect(page.getByRole("link", { name: "Save it" })).toHaveAttribute("download", "screen-recording.webm");
    await page.unroute("**/api/uploads");
    await page.getByRole("button", { name: "Try again: Screen recording" }).click();
    await expect(attached(page)).toHaveCount(1);
  });
});

test("the ask page with everything on it has no serious violation of accessibility", async ({ page, request }) => {
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
    const { violations } = await new AxeBuilder({ page }).analyze();
    const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    expect(serious.map(({ id, nodes }) => `${id} at ${nodes[0]?.target}`)).toEqual([]);
  }
});
