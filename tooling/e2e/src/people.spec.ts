import { expect, type Page } from "@playwright/test";
import { callOf, part, refuse } from "./people.support.ts";
import { seriousInTheDark, seriousViolations, visitRoute } from "./routes.support.ts";
import { test, visit } from "./shared-page.support.ts";
import { enter, freshName, newMember, newPost, PASSWORD } from "./support.ts";

const LINKS = {
  github: ["GitHub", "https://github.com/ada"],
  twitter: ["Twitter", "https://twitter.com/ada"],
  linkedin: ["LinkedIn", "https://www.linkedin.com/in/ada"],
  instagram: ["Instagram", "https://www.instagram.com/ada"],
  facebook: ["Facebook", "https://www.facebook.com/ada"],
  youtube: ["YouTube", "https://www.youtube.com/@ada"],
  tiktok: ["TikTok", "https://www.tiktok.com/@ada"],
  discord: ["Discord", "https://discord.gg/ada"],
  reddit: ["Reddit", "https://www.reddit.com/user/ada"],
  medium: ["Medium", "https://medium.com/@ada"],
  stackoverflow: ["Stack Overflow", "https://stackoverflow.com/users/ada"],
  devto: ["Dev.to", "https://dev.to/ada"],
} as const;
const word = "word ".repeat(80).trim();
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const viewAll = (page: Page, where: string) => part(page, where).getByRole("link", { name: /View all/ });

test.describe("a profile", () => {
  test("shows name, member since, level, points and integrity, and bio, place, website and links where set; also under the short address and by id [C2.022 C2.023 C2.059 C2.060 C2.061 C2.062 C2.063 C9.12]", async ({
    page,
    request,
  }) => {
    const member = await newMember(request, "ada");
    const plain = await newMember(request, "plain");
    const names = Object.fromEntries(Object.keys(LINKS).map((kind) => [kind, "ada"]));
    const said = { firstName: "Ada", lastName: "Lovelace", bio: "I wrote\nnotes.", location: "London", ...names };
    await member.post("/profile", { ...said, website: "ada.example.org/notes" });
    await visit(page, `/users/${member.username}`);
    await expect(heading(page, member.username)).toBeVisible();
    const about = part(page, `About ${member.username}`);
    await expect(about).toContainText(/Joined \w+ \d{4}/);
    await expect(about).toContainText("Newbie");
    await expect(about).toContainText("11 points");
    for (const text of ["Ada Lovelace", "I wrote", "London"]) await expect(about).toContainText(text);
    await expect(about.getByRole("link", { name: "ada.example.org/notes" })).toHaveAttribute(
      "href",
      "https://ada.example.org/notes",
    );
    for (const [label, href] of Object.values(LINKS)) {
      const link = about.getByRole("link", { name: label, exact: true });
      await expect(link).toHaveAttribute("href", href);
      await expect(link).toHaveAttribute("rel", /noopener.*nofollow/);
    }
    const card = part(page, "Integrity");
    await expect(card).toContainText("Not rated yet");
    await expect(card).toContainText("5 of 10");
    await expect(card).toContainText("0 ratings");
    await visitRoute(page, `/users/${plain.username}`);
    await expect(heading(page, plain.username)).toBeVisible();
    await expect(part(page, `About ${plain.username}`).getByRole("link")).toHaveCount(0);
    await visit(page, `/${member.username}`);
    await expect(heading(page, member.username)).toBeVisible();
    await visitRoute(page, `/users/${plain.id}`);
    await expect(heading(page, plain.username)).toBeVisible();
    await visitRoute(page, `/${member.username.toUpperCase()}`);
    await expect(heading(page, member.username)).toBeVisible();
  });

  test("of the viewer is at /profile, with a link to a new post that others don't have [C2.016 C2.067 C2.058]", async ({
    page,
    request,
  }) => {
    const [member, other] = [await newMember(request), await newMember(request)];
    await enter(page, member.email, PASSWORD);
    await visit(page, "/profile");
    await expect(heading(page, member.username)).toBeVisible();
    const main = page.getByRole("main");
    await expect(main.getByRole("link", { name: "Create Post" })).toHaveAttribute("href", "/posts/create");
    await expect(main.getByRole("button", { name: "Add a picture" })).toBeVisible();
    await expect(main.getByRole("button", { name: "Rate integrity" })).toHaveCount(0);
    // A line would be a cliff: there are two values so far, and the change is all of the points.
    await expect(main.getByText("Daily visit")).toBeVisible();
    await expect(main.getByText(/gained in the last 90 days$/)).toHaveCount(0);
    await expect(main.getByRole("link", { name: "Add a bio" })).toHaveAttribute("href", "/settings");
    await expect(main.getByRole("link", { name: "Edit profile" })).toHaveAttribute("href", "/settings");
    await visit(page, `/users/${other.username}`);
    await expect(heading(page, other.username)).toBeVisible();
    await expect(main.getByRole("link", { name: "Create Post" })).toHaveCount(0);
    await expect(main.getByRole("button", { name: "Add a picture" })).toHaveCount(0);
    await expect(main.getByRole("link", { name: "Edit profile" })).toHaveCount(0);
  });

  test("shows 7 activities to its member and 5 to others, with a link to all only for the member [C2.064 C2.068 C9.09 C3.08]", async ({
    page,
    request,
  }) => {
    const member = await newMember(request);
    const title = `T ${word.slice(0, 190)}`;
    const id = await newPost(member, { title });
    for (let more = 0; more < 2; more++) await newPost(member);
    await enter(page, member.email, PASSWORD);
    await visit(page, "/profile");
    // Sign-in, three posts, the first post: no more than five.
    const activity = part(page, "Recent activity");
    await expect(activity.getByRole("listitem")).toHaveCount(5);
    await expect(viewAll(page, "Recent activity")).toHaveCount(0);
    for (let more = 0; more < 2; more++) await member.post(`/posts/${id}/comments`, { content: "More" });
    await page.reload();
    await expect(activity.getByRole("listitem")).toHaveCount(7);
    await expect(activity).toContainText("Wrote a first comment");
    const post = activity.getByRole("link", { name: title.slice(0, 40) }).first();
    expect((await post.textContent())?.length).toBeLessThanOrEqual(101);
    await expect(viewAll(page, "Recent activity")).toHaveAttribute("href", "/profile/activity");
    const visitor = await page.context().browser()?.newPage();
    await visitor?.goto(new URL(`/users/${member.username}`, page.url()).href);
    if (!visitor) throw new Error("no browser");
    await expect(part(visitor, "Recent activity").getByRole("listitem")).toHaveCount(5);
    await expect(viewAll(visitor, "Recent activity")).toHaveCount(0);
    await visitor.close();
  });

  test("shows the latest 5 posts, cut, with a link to all if there are more [C2.024 C2.065 C2.069 C9.09 C9.10]", async ({
    page,
    request,
  }) => {
    const member = await newMember(request);
    for (let more = 0; more < 5; more++) await newPost(member, { content: word });
    const posts = part(page, "Recent posts");
    await visit(page, `/users/${member.username}`);
    await expect(posts.getByRole("article")).toHaveCount(5);
    await expect(viewAll(page, "Recent posts")).toHaveCount(0);
    await expect(posts.getByRole("article").first()).toContainText(`${word.slice(0, 99)}…`);
    await newPost(member, { title: "The sixth one", content: word });
    await page.reload();
    await expect(posts.getByRole("article")).toHaveCount(5);
    await expect(posts.getByRole("article").first()).toContainText("The sixth one");
    await viewAll(page, "Recent posts").click();
    await expect(page).toHaveURL(`/users/${member.username}/posts`);
    await expect(page.getByRole("main").getByRole("article")).toHaveCount(6);
    await expect(page.getByRole("article").first()).toContainText(`${word.slice(0, 149)}…`);
  });

  test("highlights the reward of a post, if there is one [C2.065]", async ({ page, request }) => {
    const { posts } = await (await request.get("/api/posts?hasBounty=true&limit=1")).json();
    const [rich] = posts;
    const all = await (await request.get(`/api/users/${rich.authorId}`)).json();
    await visit(page, `/users/${rich.author.username}`);
    for (const [index, post] of all.posts.entries()) {
      const shown = part(page, "Recent posts").getByRole("article").nth(index).getByText("Reward:");
      await expect(shown).toHaveCount(post.reward > 0 ? 1 : 0);
    }
  });

  test("has empty states [C8.43 C8.44 C8.45]", async ({ page, request }) => {
    const username = freshName("blank");
    const data = { username, email: `${username}@example.org`, password: PASSWORD };
    const signup = await request.post("/api/auth/signup", { data, headers: { cookie: "" } });
    expect(signup.ok()).toBe(true);
    await visit(page, `/users/${username}`);
    await expect(page.getByText("No posts yet")).toBeVisible();
    await expect(page.getByText("No bookmarked posts yet")).toBeVisible();
    await page.route(callOf("users.get"), async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      await route.fulfill({ response, body: text.replace(/"reputationHistory":\[[^\]]*\]/, '"reputationHistory":[]') });
    });
    await page.reload();
    await expect(page.getByText("No recent activity")).toBeVisible();
  });

  test("that doesn't exist is 'User not found', with a link to the community [C2.071 C8.19]", async ({ page }) => {
    await visit(page, "/users/nobody-goes-by-this");
    await expect(heading(page, "User not found")).toBeVisible();
    expect([...(await seriousViolations(page)), ...(await seriousInTheDark(page))]).toEqual([]);
    for (const path of ["/nobody-goes-by-this", "/users/nobody-goes-by-this/posts"]) {
      await visit(page, path);
      await expect(heading(page, "User not found")).toBeVisible();
    }
    await page
      .getByRole("main")
      .getByRole("link", { name: /community/ })
      .click();
    await expect(page).toHaveURL(/\/community$/);
  });

  test("that can't be fetched is also 'User not found', with the reason, and the viewer's own 'Failed to load user data' [C8.20 C8.21 C8.23]", async ({
    page,
    request,
  }) => {
    const member = await newMember(request);
    await refuse(page, "users.get");
    await visit(page, `/users/${member.username}`);
    await expect(heading(page, "User not found")).toBeVisible();
    await expect(page.getByText("Failed to fetch user profile")).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: /community/ })).toHaveAttribute("href", "/community");
    await enter(page, member.email, PASSWORD);
    await visit(page, "/profile");
    await expect(heading(page, "Failed to load user data")).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: /community/ })).toHaveAttribute("href", "/community");
    await page.unroute(callOf("users.get"));
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(heading(page, member.username)).toBeVisible();
  });
});
