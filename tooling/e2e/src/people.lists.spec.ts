import { expect, type Page } from "@playwright/test";
import { callOf, part, refuse } from "./people.support.ts";
import { visitRoute } from "./routes.support.ts";
import { test, visit } from "./shared-page.support.ts";
import { enter, newMember, newPost, PASSWORD } from "./support.ts";

const word = "word ".repeat(80).trim();
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const viewAll = (page: Page, where: string) => part(page, where).getByRole("link", { name: /View all/ });

test.describe("all activity", () => {
  test("is listed in sentences and pages, with the points over time and a link back [C2.017 C2.018 C3.08 C3.09 C9.10]", async ({
    page,
    request,
  }) => {
    const member = await newMember(request);
    const title = `T ${"long ".repeat(38)}`;
    const id = await newPost(member, { title });
    const fan = await newMember(request);
    for (let more = 0; more < 10; more++) {
      await fan.post(`/posts/${id}/vote`, { voteType: "quality", value: 1 });
      await fan.post(`/posts/${id}/vote`, { voteType: "quality", value: 0 });
    }
    await enter(page, member.email, PASSWORD);
    await visit(page, "/profile/activity");
    const main = page.getByRole("main");
    await expect(main.getByRole("img", { name: /^Points over the last 90 days/ })).toBeVisible();
    await expect(main.getByText("An upvote on a post was taken back").first()).toBeVisible();
    await expect(main.getByText("A post was upvoted").first()).toBeVisible();
    expect(
      (
        await main
          .getByRole("link", { name: /^T long/ })
          .first()
          .textContent()
      )?.length,
    ).toBeGreaterThan(140);
    expect(
      (
        await main
          .getByRole("link", { name: /^T long/ })
          .first()
          .textContent()
      )?.length,
    ).toBeLessThanOrEqual(151);
    await main.getByRole("link", { name: "Page 2" }).click();
    await expect(page).toHaveURL(/page=2/);
    await expect(main.getByText("Published a first post")).toBeVisible();
    await page.route(callOf("profile.activity"), async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      await route.fulfill({ response, body: text.replaceAll('"FIRST_POST"', '"KARMA_GIVEN"') });
    });
    await page.reload();
    await expect(main.getByText("KARMA_GIVEN")).toBeVisible();
    await main.getByRole("link", { name: "Profile", exact: true }).click();
    await expect(page).toHaveURL(/\/profile$/);
  });

  test("shows an error with a link back when it can't be fetched [C8.22]", async ({ page, request }) => {
    const member = await newMember(request);
    await enter(page, member.email, PASSWORD);
    await refuse(page, "profile.activity");
    await visit(page, "/profile/activity");
    await expect(heading(page, "Failed to load activity data")).toBeVisible();
    await page.unroute(callOf("profile.activity"));
    await refuse(page, "profile.activity", { error: "Not today" });
    await page.reload();
    await expect(heading(page, "Not today")).toBeVisible();
    await page.getByRole("link", { name: "Back to Profile" }).click();
    await expect(page).toHaveURL(/\/profile$/);
  });
});

test.describe("the list of a member's posts", () => {
  test("shows title, preview, dates, comments, a badge for a reward, and a link [C2.019 C2.074 C2.075 C2.076 C2.077]", async ({
    page,
    request,
    baseURL,
  }) => {
    const member = await newMember(request);
    const id = await newPost(member, { title: "Mine and edited", content: word });
    await member.post(`/posts/${id}/comments`, { content: "A detail" });
    await enter(page, member.email, PASSWORD);
    const data = { title: "Mine and edited", content: word, tags: ["postgresql"] };
    const edit = await page.request.put(`/api/posts/${id}`, { data, headers: { origin: baseURL ?? "" } });
    expect(edit.ok(), await edit.text()).toBe(true);
    await newPost(member, { title: "Mine, never edited" });
    await page.route(callOf("users.posts"), async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      await route.fulfill({
        response,
        body: text.replace(/("title":"Mine, never edited".*?"reward":)0/, "$12.5"),
      });
    });
    await visit(page, "/profile/posts");
    await expect(heading(page, "All Posts")).toBeVisible();
    const [second, first] = [page.getByRole("article").first(), page.getByRole("article").last()];
    await expect(first.getByRole("heading", { name: "Mine and edited" })).toBeVisible();
    await expect(first).toContainText(`${word.slice(0, 149)}…`);
    await expect(first).toContainText("1 comment");
    await expect(first.locator("time")).toHaveCount(2);
    await expect(first).toContainText("edited just now");
    await expect(second.locator("time")).toHaveCount(1);
    await expect(first.getByText("Reward:")).toHaveCount(0);
    await expect(second).toContainText("2.50 BBUX");
    await expect(first.getByRole("link", { name: "Read post" })).toHaveAttribute("href", `/posts/${id}`);
    const create = page.getByRole("main").getByRole("link", { name: "Create Post" });
    await expect(create).toHaveAttribute("href", "/posts/create");
  });

  test("has a loading state, an empty state and an error state [C2.072 C2.073 C2.078 C8.07 C8.43]", async ({
    page,
    request,
  }) => {
    const member = await newMember(request);
    await enter(page, member.email, PASSWORD);
    const wait: { over?: () => void } = {};
    const held = new Promise<void>((resolve) => {
      wait.over = resolve;
    });
    await page.route(callOf("users.posts"), async (route) => {
      await held;
      await route.continue();
    });
    await visit(page, "/profile/posts");
    await expect(page.getByRole("status", { name: "Loading posts" })).toBeVisible();
    wait.over?.();
    await expect(page.getByText("No posts yet")).toBeVisible();
    await expect(page.getByRole("link", { name: "Create Your First Post" })).toHaveAttribute("href", "/posts/create");
    await page.unroute(callOf("users.posts"));
    await refuse(page, "users.posts");
    await page.reload();
    await expect(heading(page, "Failed to load posts data")).toBeVisible();
    await page.getByRole("link", { name: "Back to Profile" }).click();
    await expect(page).toHaveURL(/\/profile$/);
  });
});

test.describe("bookmarks", () => {
  test("link to the community when there are none; four are on the profile, all in a grid, cut to 120; an error links back [C2.020 C2.066 C2.079 C2.080 C8.08 C8.44]", async ({
    page,
    request,
  }) => {
    const [member, author] = [await newMember(request), await newMember(request)];
    await enter(page, member.email, PASSWORD);
    await visit(page, "/profile/bookmarks");
    await expect(page.getByText("No bookmarked posts yet")).toBeVisible();
    await page.getByRole("link", { name: "Browse questions" }).click();
    await expect(page).toHaveURL(/\/community$/);
    const ids: string[] = [];
    for (let more = 0; more < 5; more++) {
      const id = await newPost(author, { title: `Kept ${more}`, content: word });
      await member.post("/bookmarks/toggle", { postId: id });
      ids.push(id);
    }
    // The list just seen is still fresh for the app.
    await page.goto("/profile");
    await expect(part(page, "Bookmarked posts").getByRole("listitem")).toHaveCount(4);
    await viewAll(page, "Bookmarked posts").click();
    await expect(heading(page, "All Bookmarks")).toBeVisible();
    const items = page.getByRole("main").getByRole("listitem");
    await expect(items).toHaveCount(5);
    await expect(items.first()).toContainText("Kept 4");
    await expect(items.first().getByRole("paragraph").first()).toHaveText(`${word.slice(0, 119)}…`);
    await expect(items.first().locator("time")).toHaveText("just now");
    await expect(items.first().getByRole("link", { name: "Kept 4" })).toHaveAttribute("href", `/posts/${ids[4]}`);
    // Removed bookmarks stay visible until the page is opened again, so that they can be restored.
    const sign = items.first().getByRole("button", { name: "Bookmark" });
    await sign.click();
    await expect(sign).toHaveAttribute("aria-pressed", "false");
    await expect.poll(async () => JSON.stringify(await member.get("/bookmarks"))).not.toContain("Kept 4");
    await page.reload();
    await expect(items).toHaveCount(4);
    await refuse(page, "bookmarks.list");
    await page.reload();
    await expect(heading(page, "Failed to load bookmarks data")).toBeVisible();
    await page.getByRole("link", { name: "Back to Profile" }).click();
    await expect(page).toHaveURL(/\/profile$/);
    await visitRoute(page, `/users/${author.username}`);
    await expect(page.getByText("No bookmarked posts yet")).toBeVisible();
  });
});
