import { expect, type Locator, type Page } from "@playwright/test";
import { callOf, postAnswer } from "./people.support.ts";
import { seriousInTheDark, seriousViolations, widerThanAPhone } from "./routes.support.ts";
import { test, visit } from "./shared-page.support.ts";
import { tell } from "./story.support.ts";
import { type ApiMember, enter, newAnswer, newMember, newPost, PASSWORD } from "./support.ts";

const railBell = (page: Page) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("button", { name: /^Notifications/ });
const topBell = (page: Page) => page.getByRole("banner").getByRole("button", { name: /^Notifications/ });
const panel = (page: Page) => page.getByRole("dialog", { name: "Notifications" });
const line = (page: Page, text: string | RegExp) => panel(page).getByRole("listitem").filter({ hasText: text });

/** Returns the part of a bell's icon that its badge covers. */
function hiddenShare(bell: Locator): Promise<number> {
  return bell.evaluate((button) => {
    const [icon, badge] = [button.querySelector("svg"), button.querySelector("[data-testid=unread-badge]")].map(
      (element) => element?.getBoundingClientRect() ?? new DOMRect(),
    );
    if (!icon || !badge) return 1;
    const width = Math.min(icon.right, badge.right) - Math.max(icon.left, badge.left);
    const height = Math.min(icon.bottom, badge.bottom) - Math.max(icon.top, badge.top);
    return (Math.max(0, width) * Math.max(0, height)) / (icon.width * icon.height);
  });
}

async function noSerious(page: Page, what: string): Promise<void> {
  const found = [...(await seriousViolations(page)), ...(await seriousInTheDark(page))];
  expect(found.map((text) => `${what}: ${text}`)).toEqual([]);
}

/** Comments on this many posts, which makes as many notifications. */
async function newsFor(member: ApiMember, by: ApiMember, count: number): Promise<string[]> {
  const posts: string[] = [];
  for (let i = 0; i < count; i++) {
    const id = await newPost(member, { title: `Question ${i} of ${member.username}` });
    await by.post(`/posts/${id}/comments`, { content: "Why?" });
    posts.push(id);
  }
  return posts;
}

test.describe("notifications", () => {
  test.describe("an answer updates the asker's badge in every tab and the open post immediately, without a reload [C2.042]", {
    tag: "@gate",
  }, () => {
    const story = tell(test, ["asker", "helper"]);
    const { pages } = story;
    const streams: string[] = [];
    let helper: ApiMember;
    let postId: string;
    let second: Page;

    test("two tabs share one stream", async () => {
      const page = pages.asker;
      const asker = await newMember(story.request, "asker");
      helper = await newMember(story.request, "helper");
      postId = await newPost(asker, { title: "Live from two browsers" });
      const context = page.context();
      context.on("request", (sent) => {
        if (sent.url().includes("notifications.live")) streams.push(sent.url());
      });
      await enter(page, asker.email, PASSWORD);
      await visit(page, `/posts/${postId}`);
      await expect(railBell(page)).toHaveAccessibleName("Notifications");
      // Before the second tab opens, which would open the stream if it were faster.
      await expect.poll(() => streams.length).toBeGreaterThan(0);
      second = await context.newPage();
      await second.goto("/community");
    });

    test("both tell of an answer", async () => {
      const { asker: page, helper: other } = pages;
      await enter(other, helper.email, PASSWORD);
      await other.goto(`/posts/${postId}`);
      // A pointer that hasn't moved is over the rail, which opens over the page.
      await other.mouse.move(640, 360);
      await other.getByRole("textbox", { name: "Your answer" }).fill("By hand, from the other browser.");
      await postAnswer(other);
      await expect(other.getByText("By hand, from the other browser.").first()).toBeVisible();

      for (const tab of [page, second]) {
        await expect(railBell(tab)).toHaveAccessibleName("Notifications (1 unread)");
        await expect(railBell(tab).getByTestId("unread-badge")).toHaveText("1");
      }
      await expect(page.getByText("By hand, from the other browser.").first()).toBeVisible();
      // Both tabs share one stream.
      expect(streams).toHaveLength(1);
    });

    test("reading in one tab updates the other, which takes over when the first closes", async () => {
      const page = pages.asker;
      await newAnswer(helper, postId, "And another.");
      await railBell(second).click();
      await expect(line(second, "2 new answers")).toContainText(`${helper.username} answered “Live from two browsers”`);
      await panel(second).getByRole("button", { name: "Mark all as read" }).click();
      await expect(railBell(page)).toHaveAccessibleName("Notifications");
      await page.close();
      await expect.poll(() => streams.length).toBe(2);
      await newAnswer(helper, postId, "A third.");
      await expect(railBell(second)).toHaveAccessibleName("Notifications (1 unread)");
    });
  });

  test("the badge says 9+ above nine; the panel lists, loads more, opens one as read, and marks all as read [C2.043 C2.107 C4.32 C4.33 C3.26]", async ({
    page,
    request,
  }) => {
    const [asker, helper] = [await newMember(request, "busy"), await newMember(request, "helper")];
    const posts = await newsFor(asker, helper, 22);
    await enter(page, asker.email, PASSWORD);
    await visit(page, "/community");
    await expect(railBell(page).getByTestId("unread-badge")).toHaveText("9+");
    await expect(railBell(page)).toHaveAccessibleName("Notifications (22 unread)");
    expect(await hiddenShare(railBell(page))).toBeLessThan(0.12);
    // The navigation has the bell, so the top line has none.
    await expect(topBell(page)).toHaveCount(0);
    await railBell(page).click();
    const lines = panel(page).getByRole("listitem");
    await expect(lines).toHaveCount(20);
    await expect(lines.first()).toContainText("1 new comment");
    await expect(lines.first()).toContainText(`${helper.username} commented on “Question 21 of ${asker.username}”`);
    await expect(lines.first().locator("time")).toHaveAttribute("title", /\d{4}/);
    await expect(panel(page).getByRole("img", { name: "Unread" })).toHaveCount(20);
    await noSerious(page, "the panel");
    await panel(page).getByRole("button", { name: "Load more" }).click();
    await expect(lines).toHaveCount(22);
    await expect(panel(page).getByRole("button", { name: "Load more" })).toHaveCount(0);

    await line(page, `Question 3 of ${asker.username}`).getByRole("link").click();
    await expect(page).toHaveURL(new RegExp(`/posts/${posts[3]}#comment-`));
    await expect(panel(page)).toHaveCount(0);
    // The page moves the focus to the comment once it is loaded, and would take it from the panel.
    await expect(page.locator("[id^='comment-']:focus")).toHaveCount(1);
    await expect(railBell(page)).toHaveAccessibleName("Notifications (21 unread)");
    await railBell(page).click();
    await expect(line(page, `Question 3 of ${asker.username}`).getByRole("img", { name: "Unread" })).toHaveCount(0);
    await panel(page).getByRole("button", { name: "Mark all as read" }).click();
    await expect(railBell(page)).toHaveAccessibleName("Notifications");
    await expect(panel(page).getByRole("img", { name: "Unread" })).toHaveCount(0);
    await expect(panel(page).getByRole("button", { name: "Mark all as read" })).toBeDisabled();
    await expect(panel(page).getByRole("button", { name: "Mark all as read" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(panel(page)).toHaveCount(0);
    await page.reload();
    await expect(railBell(page)).toHaveAccessibleName("Notifications");
    await expect(page.getByTestId("unread-badge")).toHaveCount(0);
  });

  test("the panel can be opened, used and closed by keyboard alone [C4.32]", async ({ page, request }) => {
    const [asker, helper] = [await newMember(request, "keys"), await newMember(request, "helper")];
    const [postId] = await newsFor(asker, helper, 2);
    await enter(page, asker.email, PASSWORD);
    await visit(page, "/community");
    await railBell(page).focus();
    await page.keyboard.press("Enter");
    await expect(line(page, "Question 0")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(panel(page)).toHaveCount(0);
    await expect(railBell(page)).toBeFocused();
    await page.keyboard.press("Enter");
    const link = line(page, "Question 0").getByRole("link");
    await expect(link).toBeVisible();
    for (let i = 0; i < 6 && !(await link.evaluate((one) => one === document.activeElement)); i++) {
      await page.keyboard.press("Tab");
    }
    await expect(link).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`/posts/${postId}#comment-`));
    await expect(railBell(page)).toHaveAccessibleName("Notifications (1 unread)");
  });

  test("a member without notifications sees that there are none, with a link to the settings [C2.107 C2.044]", async ({
    page,
    request,
  }) => {
    const member = await newMember(request, "empty");
    await enter(page, member.email, PASSWORD);
    await visit(page, "/community");
    await railBell(page).click();
    await expect(panel(page)).toContainText("Nothing yet");
    await expect(panel(page).getByRole("link", { name: "Ask a question" })).toHaveAttribute("href", "/posts/create");
    await panel(page).getByRole("link", { name: "Notification settings" }).click();
    await expect(page).toHaveURL(/\/settings\?tab=account/);
    await expect(page.getByRole("heading", { name: "Notifications" })).toBeVisible();
    await expect(
      page.getByRole("navigation", { name: "Main" }).first().getByRole("link", { name: "Settings" }),
    ).toHaveAttribute("href", "/settings");
  });

  test("visitors are asked to sign in, and return to where they were [C2.108]", async ({ page, request }) => {
    await visit(page, "/community?sort=oldest");
    await topBell(page).click();
    await expect(page.getByText("Sign in to view notifications", { exact: true })).toBeVisible();
    await noSerious(page, "the visitors' panel");
    await panel(page).getByRole("link", { name: "Sign in" }).click();
    const member = await newMember(request, "visitor");
    await page.getByLabel("Email").fill(member.email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL(/\/community\?sort=oldest/);
  });

  test("a failed fetch is only logged; the panel shows the error and retries [C8.40]", async ({ page, request }) => {
    const member = await newMember(request, "failing");
    await enter(page, member.email, PASSWORD);
    const logged: string[] = [];
    page.on("console", (message) => logged.push(message.text()));
    await page.route(/\/api\/trpc\/.*notifications\./, (route) => route.abort());
    await visit(page, "/community");
    await expect.poll(() => logged.some((text) => text.startsWith("Notifications:"))).toBe(true);
    await expect(page.getByRole("heading", { name: "Community" })).toBeVisible();
    await expect(railBell(page)).toHaveAccessibleName("Notifications");
    await railBell(page).click();
    await expect(panel(page)).toContainText("Nothing to show just now");
    await expect(page.getByRole("alert")).toHaveCount(0);
    await page.unroute(/\/api\/trpc\/.*notifications\./);
    await panel(page).getByRole("button", { name: "Try again" }).click();
    await expect(panel(page)).toContainText("Nothing yet");
  });

  test("without streams the count is polled, and a stream that comes back is used again", async ({ page, request }) => {
    const [asker, helper] = [await newMember(request, "poll"), await newMember(request, "helper")];
    const postId = await newPost(asker);
    await enter(page, asker.email, PASSWORD);
    await page.clock.install();
    await page.route(/notifications\.live/, (route) => route.abort());
    await page.goto("/community");
    await expect(railBell(page)).toHaveAccessibleName("Notifications");
    await newAnswer(helper, postId, "One");
    // Again, because the app may begin to poll only after the first time.
    await expect(async () => {
      await page.clock.runFor(31_000);
      await expect(railBell(page)).toHaveAccessibleName("Notifications (1 unread)", { timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
    await page.unroute(/notifications\.live/);
    let status: number | undefined;
    page.once("response", function heard(response) {
      if (response.url().includes("notifications.live")) status = response.status();
      else page.once("response", heard);
    });
    // In small steps, because a silent stream is given up after a long time.
    await expect(async () => {
      await page.clock.runFor(2_000);
      expect(status).toBe(200);
    }).toPass({ intervals: [50], timeout: 60_000 });
    await helper.post(`/posts/${postId}/comments`, { content: "Two" });
    await expect(railBell(page)).toHaveAccessibleName("Notifications (2 unread)");
  });

  test("settings are saved immediately, and disabled notifications aren't sent", async ({ page, request }) => {
    const [asker, helper] = [await newMember(request, "quiet"), await newMember(request, "helper")];
    const postId = await newPost(asker);
    await enter(page, asker.email, PASSWORD);
    await visit(page, "/settings?tab=account");
    const comments = page.getByRole("switch", { name: /^Comments/ });
    await expect(comments).toBeChecked();
    await comments.focus();
    await page.keyboard.press("Space");
    await expect(comments).not.toBeChecked();
    await expect(page.getByRole("status").filter({ hasText: "Saved" })).toBeAttached();
    const saved = page.waitForResponse(callOf("notifications.updateSettings"));
    await page.getByText("Weekly", { exact: true }).click();
    await saved;
    await expect(page.getByText("One email a week")).toBeVisible();
    await noSerious(page, "the settings");
    await page.reload();
    await expect(page.getByRole("switch", { name: /^Comments/ })).not.toBeChecked();
    await expect(page.getByRole("radio", { name: "Weekly" })).toBeChecked();
    await helper.post(`/posts/${postId}/comments`, { content: "Unheard" });
    await newAnswer(helper, postId, "Heard");
    await expect(railBell(page)).toHaveAccessibleName("Notifications (1 unread)");

    await page.route(/updateSettings/, (route) => route.abort());
    await page.getByRole("switch", { name: /^Answers/ }).focus();
    await page.keyboard.press("Space");
    await expect(page.getByRole("alert")).toContainText("Network error");
    await expect(page.getByRole("switch", { name: /^Answers/ })).toBeChecked();
  });
});

test.describe("on a phone, in light and dark", () => {
  test.use({ viewport: { width: 360, height: 740 } });
  test("the bar has the bell, which opens a sheet [C2.042 C2.107]", async ({ page, request }) => {
    const [asker, helper] = [await newMember(request, "phone"), await newMember(request, "helper")];
    const [postId] = await newsFor(asker, helper, 1);
    await enter(page, asker.email, PASSWORD);
    await visit(page, "/community");
    await expect(railBell(page)).toHaveAccessibleName("Notifications (1 unread)");
    await expect(topBell(page)).toHaveCount(0);
    const bar = await page.getByRole("navigation", { name: "Main" }).boundingBox();
    expect(bar?.width).toBeLessThanOrEqual(360);
    await railBell(page).click();
    await expect(line(page, "Question 0")).toBeVisible();
    await noSerious(page, "the sheet");
    await line(page, "Question 0").getByRole("link").click();
    await expect(page).toHaveURL(new RegExp(`/posts/${postId}#comment-`));
    await expect(panel(page)).toHaveCount(0);
    await expect(railBell(page)).toHaveAccessibleName("Notifications");
  });

  test("the visitors' panel fits and asks them to sign in [C2.108]", async ({ page }) => {
    await visit(page, "/community");
    expect(await widerThanAPhone(page)).toBe(0);
    await topBell(page).click();
    await expect(page.getByText("Sign in to view notifications", { exact: true })).toBeVisible();
    await noSerious(page, "the visitors' sheet");
  });
});
