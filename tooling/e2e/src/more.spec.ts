import { expect, type Page, type Route, test } from "@playwright/test";
import { freshName, newMember, newPost, PASSWORD, signIn } from "./support.ts";

const rail = (page: Page) => page.getByRole("navigation", { name: "Main" });
const account = (page: Page, username: string) => page.getByRole("button", { name: `Account of ${username}` });
/** Who is asked for alone or in a batch with others. */
const WHO = /\/api\/trpc\/[^?]*auth\.me/;
const LIST = /\/api\/trpc\/[^?]*posts\.list/;

test.describe("visitors", () => {
  test("see the front page, the way in and the way to an account [C6.01]", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.getByRole("banner").getByRole("link", { name: "Sign in" }).click();
    await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
    await page.getByRole("link", { name: "Create an account" }).click();
    await expect(page).toHaveURL(/\/signup/);
    await expect(page.getByRole("button", { name: "Create account" })).toBeVisible();
  });

  test("read on the front page which version they see [C1.16]", async ({ page }) => {
    await page.goto("/");
    await expect(page.locator("footer")).toContainText("BBUX 1.0.0");
  });
});

test.describe("members", () => {
  test("come from the sign-in's own answer, without another question [C4.03]", async ({ page, request }) => {
    const member = await newMember(request);
    await page.goto("/login");
    await expect(page.getByLabel("Email")).toBeVisible();
    let asked = 0;
    await page.route(WHO, (route) => {
      asked += 1;
      return route.abort();
    });
    await page.getByLabel("Email").fill(member.email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(account(page, member.username)).toBeVisible();
    expect(asked).toBe(0);
  });

  test("are asked for again, once, after the sign-up's answer [C4.04]", async ({ page }) => {
    const username = freshName("later");
    await page.goto("/signup");
    await page.getByLabel("Username").fill(username);
    await page.getByLabel("Email").fill(`${username}@example.org`);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    const happened: string[] = [];
    page.on("response", (response) => void (/auth\.signup/.test(response.url()) && happened.push("answered")));
    page.on("request", (request) => void (WHO.test(request.url()) && happened.push("asked again")));
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(account(page, username)).toBeVisible();
    await expect.poll(() => happened).toEqual(["answered", "asked again"]);
  });

  test("see no navigation on /, nor at the doors, which lead them on [C2.030 C2.031 M2.62]", async ({
    page,
    request,
  }) => {
    const member = await newMember(request);
    await signIn(page, member.email, PASSWORD);
    await page.goto("/");
    await expect(account(page, member.username)).toBeVisible();
    await expect(rail(page)).toHaveCount(0);
    for (const door of ["/login", "/signup"]) {
      const wait: { over?: () => void } = {};
      const held = new Promise<void>((resolve) => {
        wait.over = resolve;
      });
      await page.route(WHO, async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(door);
      await expect(page.getByRole("banner")).toBeVisible();
      await expect(rail(page), door).toHaveCount(0);
      wait.over?.();
      await page.waitForURL("**/profile");
      await expect(rail(page)).toHaveCount(1);
      await page.unroute(WHO);
    }
  });

  test("have their picture in the navigation when there is one [C2.036]", async ({ page, request }) => {
    const member = await newMember(request, "zoe");
    await page.route(WHO, async (route: Route) => {
      const response = await route.fetch();
      const text = await response.text();
      await route.fulfill({
        response,
        body: text.replaceAll('"profilePicture":null', '"profilePicture":"/favicon.svg"'),
      });
    });
    await signIn(page, member.email, PASSWORD);
    await page.goto("/community");
    const profile = rail(page).getByRole("link", { name: /Profile/ });
    await expect(profile.locator("img")).toHaveAttribute("src", "/favicon.svg");
  });

  test("find the overlay on their pages, too, and what is switched on: wallet and votes [C2.033 C1.15]", async ({
    page,
    request,
  }) => {
    const member = await newMember(request);
    const id = await newPost(member);
    await signIn(page, member.email, PASSWORD);
    for (const path of ["/profile", "/settings", `/users/${member.username}`, `/posts/${id}`]) {
      await page.goto(path);
      await expect(page.getByRole("img", { name: /^Balance: 0/ })).toBeVisible();
      await expect(page.locator("[data-overlay]"), path).toHaveCount(1);
    }
    await expect(page.getByRole("main")).toContainText("0 votes");
  });
});

test.describe("comments", () => {
  test("are for members to write, in more than blanks [C5.14 C6.06 C8.41]", async ({ page, request }) => {
    const member = await newMember(request);
    const id = await newPost(member);
    await page.goto(`/posts/${id}`);
    await expect(page.getByText("No comments yet. Be the first to comment!")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Your comment" })).toHaveCount(0);
    await signIn(page, member.email, PASSWORD);
    await page.goto(`/posts/${id}`);
    const send = page.getByRole("button", { name: "Post comment" });
    await expect(send).toBeDisabled();
    await page.getByRole("textbox", { name: "Your comment" }).fill(" \n ");
    await expect(send).toBeDisabled();
    await page.getByRole("textbox", { name: "Your comment" }).fill("A detail");
    await send.click();
    await expect(page.getByRole("main").getByText("A detail")).toBeVisible();
    await expect.poll(async () => (await member.get(`/posts/${id}`)).post).toMatchObject({ commentCount: 1 });
  });
});

test.describe("a failure", () => {
  test("that cannot be read is 'Network error' [C8.02]", async ({ page }) => {
    await page.route(LIST, (route) =>
      route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" }),
    );
    await page.goto("/community");
    await expect(page.getByRole("main").getByText("Network error")).toBeVisible({ timeout: 30_000 });
  });

  test("without words is 'HTTP {status}' [C8.03]", async ({ page }) => {
    await page.route(LIST, (route) =>
      route.fulfill({ status: 418, contentType: "application/json", body: '[{"teapot":true}]' }),
    );
    await page.goto("/community");
    await expect(page.getByRole("main").getByText("HTTP 418")).toBeVisible({ timeout: 30_000 });
  });

  test("to accept is logged, in the server's words where there are any [C8.17]", async ({ page, request }) => {
    const [author, other] = [await newMember(request), await newMember(request)];
    const id = await newPost(author);
    await other.post(`/posts/${id}/answers`, { content: "Take me" });
    await signIn(page, author.email, PASSWORD);
    await page.goto(`/posts/${id}`);
    const error = "This post is closed";
    const data = { code: "POST_CLOSED", httpStatus: 409, error };
    await page.route("**/api/trpc/answers.accept*", (route) =>
      route.fulfill({
        status: 409,
        contentType: "application/json",
        body: JSON.stringify({ error: { message: error, code: -32009, data } }),
      }),
    );
    const logged = page.waitForEvent("console", (message) => message.text().includes(error));
    await page.getByRole("button", { name: "Accept" }).click();
    expect((await logged).type()).toBe("error");
  });
});
