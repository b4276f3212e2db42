import { expect, type Page, test } from "@playwright/test";
import { enter, newMember, newPost, PASSWORD } from "./support.ts";

const account = (page: Page, username: string) => page.getByRole("button", { name: `Account of ${username}` });
/** Whether a request asks who is signed in, alone or in a batch. */
const WHO = /\/api\/trpc\/[^?]*auth\.me/;

test("visitors see the front page with its version and the links to sign in and sign up [C6.01 C1.16 C2.007]", {
  tag: "@gate",
}, async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("footer")).toContainText("BBUX 1.0.0");
  await page.getByRole("banner").getByRole("link", { name: "Sign in" }).click();
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  await page.getByRole("link", { name: "Create an account" }).click();
  await expect(page).toHaveURL(/\/signup/);
  await expect(page.getByRole("button", { name: "Create account" })).toBeVisible();
});

test.describe("members", () => {
  test("are known from the sign-in's own response, without another request [C4.03]", { tag: "@gate" }, async ({
    page,
    request,
  }) => {
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
});

test.describe("comments", () => {
  test("require a member and more than blanks [C5.14 C6.06 C8.41]", async ({ page, request }) => {
    const member = await newMember(request);
    const id = await newPost(member);
    await page.goto(`/posts/${id}`);
    await expect(page.getByText("No comments yet. Be the first to comment!")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Your comment" })).toHaveCount(0);
    await enter(page, member.email, PASSWORD);
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
  test("of accepting is logged, with the server's text if there is one [C8.17]", async ({ page, request }) => {
    const [author, other] = [await newMember(request), await newMember(request)];
    const id = await newPost(author);
    await other.post(`/posts/${id}/answers`, { content: "Take me" });
    await enter(page, author.email, PASSWORD);
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
