import { expect, type Request, test } from "@playwright/test";
import { enter, freshName, newMember, PASSWORD, signIn } from "./support.ts";

test.describe("signing in", () => {
  test("shows a form for email and password, with the ways on [C2.005 C2.007 C2.008]", async ({ page }) => {
    await page.goto("/login");
    await expect(page.getByLabel("Email")).toHaveAttribute("type", "email");
    await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "password");
    await expect(page.getByRole("link", { name: /sign up|create/i }).first()).toHaveAttribute("href", /^\/signup/);
    await page.getByRole("link", { name: /forgot/i }).click();
    await expect(page).toHaveURL(/\/forgot-password$/);
  });

  test("leads to /profile, or to redirectTo when that is a path of ours [C2.006]", async ({ page, request }) => {
    const member = await newMember(request);
    await signIn(page, member.email, PASSWORD);
    await page.getByRole("button", { name: `Account of ${member.username}` }).click();
    await page.getByRole("menuitem", { name: "Logout" }).click();
    await page.waitForURL("**/login");
    for (const [wanted, where] of [
      ["/community?sort=oldest", /\/community\?sort=oldest$/],
      ["//evil.example/x", /\/profile$/],
      ["https://evil.example", /\/profile$/],
    ] as const) {
      await page.goto(`/login?redirectTo=${encodeURIComponent(wanted)}`);
      // The first time somebody has to sign in; after that they are sent on at once.
      if (wanted.startsWith("/community")) {
        await page.getByLabel("Email").fill(member.email);
        await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
        await page.getByRole("button", { name: "Sign in" }).click();
      }
      await expect(page).toHaveURL(where);
    }
  });

  test("says 'Signing in...' meanwhile, and the server's text when it fails [C4.07 C8.04]", async ({ page }) => {
    await page.route("**/api/trpc/auth.login*", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      await route.continue();
    });
    await page.goto("/login");
    await page.getByLabel("Email").fill("nobody@example.org");
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("button", { name: "Signing in..." })).toBeVisible();
    await expect(page.getByText("Invalid email or password")).toBeVisible();
  });

  test("needs an email address and a password [C5.01]", async ({ page }) => {
    await page.goto("/login");
    let calls = 0;
    page.on("request", (request) => {
      if (request.url().includes("auth.login")) calls += 1;
    });
    await page.getByLabel("Email").fill("no address");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByLabel("Email")).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByText("Password is required")).toBeVisible();
    expect(calls).toBe(0);
  });

  test("shows 'Login failed' for a failure without a text, and 'Network error' when there was no answer [C8.04 C8.02]", async ({
    page,
  }) => {
    await page.goto("/login");
    await page.getByLabel("Email").fill("a@example.org");
    await page.getByLabel("Password", { exact: true }).fill("whatever it is");
    const answers = [
      JSON.stringify({
        error: { message: "", code: -32600, data: { code: "INVALID_CREDENTIALS", httpStatus: 401, error: "" } },
      }),
      "<html>",
    ];
    await page.route("**/api/trpc/auth.login*", (route) =>
      route.fulfill({ status: 401, contentType: "application/json", body: answers.shift() ?? "" }),
    );
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByText("Login failed")).toBeVisible();
    await page.unroute("**/api/trpc/auth.login*");
    await page.route("**/api/trpc/auth.login*", (route) => route.abort());
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByText("Network error")).toBeVisible();
  });
});

test.describe("signing up", () => {
  test("asks for username, email and password and says 18 [C1.13 C2.009 C5.02]", async ({ page }) => {
    await page.goto("/signup");
    await expect(page.getByText(/18 or older/)).toBeVisible();
    await page.getByRole("button", { name: "Create account" }).click();
    for (const label of ["Username", "Email"]) {
      await expect(page.getByLabel(label)).toHaveAttribute("aria-invalid", "true");
    }
    await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("aria-invalid", "true");
  });

  test("says 'Creating account...' meanwhile, sets the member and asks for them again [C4.04 C4.08]", async ({
    page,
  }) => {
    const username = freshName("new");
    await page.route("**/api/trpc/auth.signup*", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      await route.continue();
    });
    await page.goto("/signup");
    await page.getByLabel("Username").fill(username);
    await page.getByLabel("Email").fill(`${username}@example.org`);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    const again = page.waitForRequest(/auth\.me/);
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByRole("button", { name: "Creating account..." })).toBeVisible();
    await page.waitForURL("**/profile");
    await again;
  });

  test("puts what the server refuses beside its field, and 'Signup failed' where it says nothing [C8.05]", async ({
    page,
    request,
  }) => {
    const member = await newMember(request);
    await page.goto("/signup");
    await page.getByLabel("Username").fill(member.username.toUpperCase());
    await page.getByLabel("Email").fill("other@example.org");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByText("This username is already taken")).toBeVisible();
    const body = JSON.stringify({
      error: { message: "", code: -32600, data: { code: "CONFLICT", httpStatus: 409, error: "" } },
    });
    await page.route("**/api/trpc/auth.signup*", (route) =>
      route.fulfill({ status: 409, contentType: "application/json", body }),
    );
    await page.getByLabel("Username").fill(freshName("other"));
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByText("Signup failed")).toBeVisible();
  });
});

test.describe("a forgotten password", () => {
  test("is asked for on a screen that never tells whether the address is known [C2.011 C2.014]", async ({
    page,
    request,
  }) => {
    const member = await newMember(request);
    const texts: (string | null)[] = [];
    for (const email of [member.email, "nobody@example.org"]) {
      await page.goto("/forgot-password");
      await page.getByLabel("Email").fill(email);
      await page.getByRole("button", { name: "Send me a link" }).click();
      await expect(page.getByText(/a mail with a link is on its way/)).toBeVisible();
      texts.push(await page.getByRole("main").textContent());
    }
    expect(texts[0]).toBe(texts[1]);
  });

  test("a link that is no good says what to do", async ({ page }) => {
    await page.goto("/reset-password?token=nonsense");
    await page.getByLabel("New password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Confirm new password").fill(PASSWORD);
    await page.getByRole("button", { name: "Set new password" }).click();
    await expect(page.getByRole("link", { name: "Ask for a new link" })).toBeVisible();
  });
});

test.describe("the session", () => {
  test("shows a loading state until it is known, and none means logged out [C4.01 C4.02]", async ({
    page,
    request,
  }) => {
    // Somebody with a session: of who has none nothing is asked.
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

  test("is a cookie, sent with every call, and no token is kept [C7.04 M6.18]", async ({ page, request, context }) => {
    const member = await newMember(request);
    await signIn(page, member.email, PASSWORD);
    await expect(page.getByRole("button", { name: `Account of ${member.username}` })).toBeVisible();
    const cookies = await context.cookies();
    expect(cookies.find(({ name }) => name === "bbux_session")).toMatchObject({ httpOnly: true, sameSite: "Lax" });
    const calls: Request[] = [];
    page.on("request", (call) => {
      if (call.url().includes("/api/")) calls.push(call);
    });
    await page.goto("/community", { waitUntil: "networkidle" });
    expect(calls.length).toBeGreaterThan(1);
    // What the page before was about to ask when it was left was never sent.
    for (const call of calls.filter((one) => one.failure() === null)) {
      expect(await call.headerValue("cookie"), call.url()).toContain("bbux_session=");
      expect(await call.headerValue("authorization")).toBeNull();
    }
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    expect(stored).not.toMatch(/[a-z0-9]{40}/);
  });

  test("logging out goes to /login; when the call fails one stays signed in and it is logged [C2.046 C4.05]", async ({
    page,
    request,
  }) => {
    const member = await newMember(request);
    await signIn(page, member.email, PASSWORD);
    await page.route("**/api/trpc/auth.logout*", (route) => route.abort());
    const logged = page.waitForEvent("console", (message) => message.text().includes("Logout failed"));
    await page.getByRole("navigation", { name: "Main" }).getByRole("button", { name: "Logout" }).click();
    await logged;
    await expect(page.getByRole("button", { name: `Account of ${member.username}` })).toBeVisible();
    await page.unroute("**/api/trpc/auth.logout*");
    await page.getByRole("navigation", { name: "Main" }).getByRole("button", { name: "Logout" }).click();
    await page.waitForURL("**/login");
    await page.goto("/community");
    await expect(page.getByRole("button", { name: "Logout" })).toHaveCount(0);
  });
});
