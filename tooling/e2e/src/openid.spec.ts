import { startTestProvider, type TestProvider } from "@bbux/server/testing/openid";
import { expect, type Page, test } from "@playwright/test";
import { seriousFaults } from "./axe.support.ts";
import { inDatabase } from "./database.support.ts";
import { tell } from "./story.support.ts";
import { freshName, signUp } from "./support.ts";

// One file, so that one worker has the provider's port.
test.describe.configure({ mode: "default" });
let acme: TestProvider;
test.beforeAll(async ({ baseURL }) => {
  const port = Number(process.env.BBUX_E2E_OPENID_PORT);
  acme = await startTestProvider("acme", "Acme", { origin: baseURL ?? "", port });
});
test.afterAll(() => acme.stop());

/** Signs in on the provider's own pages, and lets it tell the platform who it was. */
async function signInThere(page: Page, name: string): Promise<void> {
  await page.getByPlaceholder("Enter any login").fill(name);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

test.describe("a newcomer opens an account with one elsewhere, and signs in with it", { tag: "@gate" }, () => {
  const { pages } = tell(test, ["newcomer"]);
  const name = freshName("acme");

  test("opens it", async () => {
    const page = pages.newcomer;
    await page.goto("/login");
    await page.getByRole("button", { name: "Continue with Acme" }).click();
    await signInThere(page, name);
    await expect(page.getByText("No account here is linked to your Acme account")).toBeVisible();
    await expect(page).toHaveURL(/\/login\/acme$/);
    await expect(page.getByLabel("Email")).toHaveValue(`${name}@provider.example`);
    await expect(page.getByLabel("Password")).toHaveCount(0);
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByLabel("Username").fill(name);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.waitForURL("**/profile");
  });

  test("keeps the only way in, and signs in with it", async () => {
    const page = pages.newcomer;
    await page.goto("/settings?tab=security");
    const accounts = page.getByRole("region", { name: "Accounts elsewhere" });
    await accounts.getByRole("button", { name: `Unlink Acme ${name}@provider.example` }).click();
    await page.getByRole("button", { name: "Unlink it" }).click();
    await expect(accounts.getByRole("alert")).toContainText("This is your only way to sign in. Add another one first.");
    expect(await seriousFaults(page)).toEqual([]);

    await page.context().clearCookies({ domain: "localhost" });
    await page.goto("/login?redirectTo=%2Fwallet");
    await page.getByRole("button", { name: "Continue with Acme" }).click();
    await page.waitForURL("**/wallet");
  });
});

test("a member links an account elsewhere, and confirms with it in a window of its own", async ({ page }) => {
  const username = await signUp(page, "links");
  await inDatabase(async (db) => {
    const confirmed = db.updateTable("users").set({ email_verified_at: new Date() });
    await confirmed.where("username", "=", username).execute();
  });
  await page.goto("/settings?tab=security");
  await page.getByRole("button", { name: "Link an account at Acme" }).click();
  await signInThere(page, username);
  await page.waitForURL("**/settings?tab=security");
  const accounts = page.getByRole("list", { name: "Your linked accounts" });
  await expect(accounts).toContainText(`Acme ${username}@provider.example`);

  await inDatabase(async (db) => {
    const proved_at = new Date(Date.now() - 11 * 60_000);
    const member = db.selectFrom("users").select("id").where("username", "=", username);
    await db.updateTable("sessions").set({ proved_at }).where("user_id", "=", member).execute();
  });
  await accounts.getByRole("button", { name: /^Unlink/ }).click();
  await page.getByRole("button", { name: "Unlink it" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm that it's you" });
  await expect(dialog).toContainText("password or Acme account");
  const opened = page.waitForEvent("popup");
  await dialog.getByRole("button", { name: "Use your Acme account" }).click();
  const provider = await opened;
  await provider.getByPlaceholder("Enter any login").waitFor();
  await expect(dialog.getByRole("status")).toHaveText("Continue in the Acme window.");
  const closed = provider.waitForEvent("close");
  await provider.getByPlaceholder("Enter any login").fill(username);
  await provider.getByPlaceholder("and password").fill("any");
  await provider.getByRole("button", { name: "Sign-in" }).click();
  await closed;
  await expect(accounts).toHaveCount(0);
});

test("an answer that this browser didn't ask for signs nobody in, and a refusal leads back", async ({ page }) => {
  await page.goto("/login/acme?code=a-thiefs&state=a-thiefs");
  await expect(page.getByText("Go back to the window where you started.")).toBeVisible();
  await page.getByRole("link", { name: "Start again" }).click();
  await page.getByRole("button", { name: "Continue with Acme" }).click();
  await page.getByRole("link", { name: "[ Cancel ]" }).click();
  await expect(page.getByRole("alert")).toContainText("You didn't sign in at Acme.");
  await page.getByRole("link", { name: "Back to sign-in" }).click();
  await expect(page).toHaveURL(/\/login$/);
});
