import { expect, type Request } from "@playwright/test";
import { test, visit } from "./shared-page.support.ts";
import { enter, freshName, newMember, PASSWORD, signIn } from "./support.ts";

test.describe("signing in", () => {
  test("leads to /profile, or to redirectTo if that is a path on this site [C2.005 C2.006]", { tag: "@gate" }, async ({
    page,
    request,
  }) => {
    const member = await newMember(request);
    await signIn(page, member.email, PASSWORD);
    await expect(page.getByRole("button", { name: `Account of ${member.username}` })).toBeVisible();
    await page.context().clearCookies();
    for (const [wanted, where] of [
      ["/community?sort=oldest", /\/community\?sort=oldest$/],
      ["//evil.example/x", /\/profile$/],
      ["https://evil.example", /\/profile$/],
    ] as const) {
      await visit(page, `/login?redirectTo=${encodeURIComponent(wanted)}`);
      // The first visit asks for a sign-in; later ones redirect immediately.
      if (wanted.startsWith("/community")) {
        await page.getByLabel("Email").fill(member.email);
        await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
        await page.getByRole("button", { name: "Sign in" }).click();
      }
      await expect(page).toHaveURL(where);
    }
  });
});

test.describe("signing up", () => {
  test("shows the server's refusal at its field; then sets the member and refetches them once [C1.13 C2.009 C4.04]", {
    tag: "@gate",
  }, async ({ page, request }) => {
    const other = await newMember(request);
    const username = freshName("new");
    const create = page.getByRole("button", { name: "Create account" });
    await visit(page, "/signup");
    await page.getByLabel("Username").fill(other.username.toUpperCase());
    await page.getByLabel("Email").fill(`${username}@example.org`);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await create.click();
    await expect(page.getByText("This username is already taken")).toBeVisible();
    await page.getByLabel("Username").fill(username);
    const happened: string[] = [];
    page.on("response", (response) => void (/auth\.signup/.test(response.url()) && happened.push("answered")));
    page.on("request", (asked) => void (/trpc\/[^?]*auth\.me/.test(asked.url()) && happened.push("asked again")));
    await create.click();
    await page.waitForURL("**/profile");
    await expect(page.getByRole("button", { name: `Account of ${username}` })).toBeVisible();
    await expect.poll(() => happened).toEqual(["answered", "asked again"]);
  });
});

test.describe("a forgotten password", () => {
  test("is reset on a screen that never reveals whether the address is known; an invalid link says what to do [C2.008 C2.011 C2.014]", {
    tag: "@gate",
  }, async ({ page, request }) => {
    const member = await newMember(request);
    const texts: (string | null)[] = [];
    for (const email of [member.email, "nobody@example.org"]) {
      await visit(page, "/login");
      await page.getByRole("link", { name: /forgot/i }).click();
      await expect(page).toHaveURL(/\/forgot-password$/);
      // The sign-in form has such a field, too, until the page has changed.
      await expect(page.getByRole("heading", { name: "Forgotten password" })).toBeVisible();
      await page.getByLabel("Email").fill(email);
      await page.getByRole("button", { name: "Send me a link" }).click();
      await expect(page.getByText(/we.ve sent a link to it/)).toBeVisible();
      texts.push(await page.getByRole("main").textContent());
    }
    expect(texts[0]).toBe(texts[1]);

    await visit(page, "/reset-password?token=nonsense");
    await page.getByLabel("New password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Confirm new password").fill(PASSWORD);
    await page.getByRole("button", { name: "Set new password" }).click();
    await expect(page.getByRole("link", { name: "Ask for a new link" })).toBeVisible();
  });
});

test.describe("the session", () => {
  test("shows a loading state until it is known, and none means signed out [C4.01 C4.02]", async ({
    page,
    request,
  }) => {
    // Needs a session, because without one nothing is requested.
    const member = await newMember(request);
    await enter(page, member.email, PASSWORD);
    const known = Promise.withResolvers<void>();
    await page.route("**/api/trpc/**auth.me**", async (route) => {
      await known.promise;
      await route.fulfill({ status: 500, contentType: "application/json", body: "{}" });
    });
    await page.goto("/posts/create");
    await expect(page.getByRole("status", { name: "Loading" })).toBeVisible();
    await expect(page.getByText("Please log in to create a post")).toHaveCount(0);
    known.resolve();
    await expect(page.getByText("Please log in to create a post")).toBeVisible();
  });

  test("is a cookie sent with every call, without a token in storage; logging out goes to /login, and a failed log-out is logged and keeps the session [C7.04 M6.18 C2.046 C4.05]", {
    tag: "@gate",
  }, async ({ page, request }) => {
    const member = await newMember(request);
    await signIn(page, member.email, PASSWORD);
    await expect(page.getByRole("button", { name: `Account of ${member.username}` })).toBeVisible();
    const cookies = await page.context().cookies();
    expect(cookies.find(({ name }) => name === "bbux_session")).toMatchObject({ httpOnly: true, sameSite: "Lax" });
    const calls: Request[] = [];
    page.on("request", (call) => {
      if (call.url().includes("/api/")) calls.push(call);
    });
    await visit(page, "/community");
    await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
    // A request that the previous page had planned was never sent.
    const sent = calls.filter((call) => call.failure() === null);
    expect(sent.length).toBeGreaterThan(1);
    for (const call of sent) {
      expect(await call.headerValue("cookie"), call.url()).toContain("bbux_session=");
      expect(await call.headerValue("authorization")).toBeNull();
    }
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    expect(stored).not.toMatch(/[a-z0-9]{40}/);

    await page.route("**/api/trpc/auth.logout*", (route) => route.abort());
    const logged = page.waitForEvent("console", (message) => message.text().includes("Logout failed"));
    await page.getByRole("navigation", { name: "Main" }).getByRole("button", { name: "Logout" }).click();
    await logged;
    await expect(page.getByRole("button", { name: `Account of ${member.username}` })).toBeVisible();
    await page.unroute("**/api/trpc/auth.logout*");
    await page.getByRole("navigation", { name: "Main" }).getByRole("button", { name: "Logout" }).click();
    await page.waitForURL("**/login");
    await visit(page, "/community");
    await expect(page.getByRole("button", { name: "Logout" })).toHaveCount(0);
  });
});
