import { expect, type Page, test } from "@playwright/test";
import { seriousFaults } from "./axe.support.ts";
import { inDatabase } from "./database.support.ts";
import { tell } from "./story.support.ts";
import { freshName, PASSWORD } from "./support.ts";
import { installWallets, newWalletKey, walletModal, walletWindow } from "./wallet.support.ts";

/** Lets the development wallet do what it asks about. */
async function approve(page: Page, question: string): Promise<void> {
  await expect(walletWindow(page).getByText(question)).toBeVisible();
  await walletWindow(page).getByRole("button", { name: "Approve" }).click();
}

/** Presses the button, and chooses the development wallet. */
async function chooseDevelopmentWallet(page: Page, button: string): Promise<void> {
  await page.getByRole("button", { name: button }).click();
  await walletModal(page)
    .getByRole("button", { name: /Development wallet/ })
    .click();
}

test.describe("a newcomer signs up with a wallet and no password, signs in with it, keeps the last way in, and sets a password", {
  tag: "@gate",
}, () => {
  const { pages } = tell(test, ["newcomer"]);
  const username = freshName("wallet");
  const unlinkOn = (page: Page) =>
    page.getByRole("region", { name: "Solana wallets" }).getByRole("button", { name: /^Unlink Development wallet/ });

  test("signs up with it", async () => {
    const page = pages.newcomer;
    await page.goto("/signup");
    await page.getByLabel("Username").fill(username);
    await page.getByLabel("Email").fill(`${username}@example.org`);
    await chooseDevelopmentWallet(page, "Use a Solana wallet instead");
    await approve(page, "Connect to this site?");
    await approve(page, "Sign this message?");
    await page.waitForURL("**/profile");
    await expect(page.getByText(username).first()).toBeVisible();
  });

  test("keeps the only way in", async () => {
    const page = pages.newcomer;
    await page.goto("/settings?tab=security");
    const wallets = page.getByRole("region", { name: "Solana wallets" });
    await unlinkOn(page).click();
    await page.getByRole("button", { name: "Unlink it" }).click();
    await expect(wallets.getByRole("alert")).toContainText("This is your only way to sign in. Add another one first.");
    expect(await seriousFaults(page)).toEqual([]);
  });

  test("signs in with it", async () => {
    const page = pages.newcomer;
    await page.context().clearCookies();
    await page.goto("/login");
    await chooseDevelopmentWallet(page, "Use a Solana wallet");
    // It has connected to this site before.
    await approve(page, "Sign this message?");
    await page.waitForURL("**/profile");
  });

  test("proves with it that an old session is theirs, and sets a password", async () => {
    const page = pages.newcomer;
    await page.goto("/settings?tab=security");
    // An old session asks for the wallet, which isn't connected here anymore.
    await inDatabase(async (db) => {
      const proved_at = new Date(Date.now() - 11 * 60_000);
      const member = db.selectFrom("users").select("id").where("username", "=", username);
      await db.updateTable("sessions").set({ proved_at }).where("user_id", "=", member).execute();
    });
    const rail = page.getByRole("navigation", { name: "Main" }).first();
    await rail.hover();
    await rail.getByRole("button", { name: /^Connected wallet/ }).click();
    await page.getByRole("menuitem", { name: "Disconnect wallet" }).click();
    await page.getByLabel("New password").fill(PASSWORD);
    await page.getByRole("button", { name: "Set password" }).click();
    const confirm = page.getByRole("dialog", { name: "Confirm that it's you" });
    await confirm.getByRole("button", { name: "Use your wallet" }).click();
    await expect(walletModal(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(walletModal(page)).toBeHidden();
    await expect(confirm).toBeVisible();
    await chooseDevelopmentWallet(page, "Use your wallet");
    await approve(page, "Connect to this site?");
    await approve(page, "Sign this message?");
    await expect(confirm).toBeHidden();
    await expect(page.getByRole("form", { name: "Change password" })).toBeVisible();
    const unlink = unlinkOn(page);
    await unlink.click();
    await page.getByRole("button", { name: "Unlink it" }).click();
    await expect(unlink).toBeHidden();
    await expect(page.getByRole("button", { name: "Remove password" })).toBeHidden();
  });
});

test("signing in with a wallet that has the feature built in, and with one that nobody has linked", async ({
  page,
}) => {
  const username = freshName("wallet");
  await installWallets(page, [
    { name: "Signer", key: newWalletKey(), signIn: true },
    { name: "Stranger", key: newWalletKey() },
    { name: "Decliner", key: newWalletKey(), declinesMessages: true },
  ]);
  const use = async (wallet: RegExp, button = "Use a Solana wallet") => {
    await page.getByRole("button", { name: button }).click();
    await walletModal(page).getByRole("button", { name: wallet }).click();
  };
  await page.goto("/tags");
  await page.getByRole("banner").getByRole("link", { name: "Sign up" }).click();
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Email").fill(`${username}@example.org`);
  await use(/^Signer/, "Use a Solana wallet instead");
  await page.waitForURL("**/tags");

  await page.context().clearCookies();
  await page.goto("/login");
  await use(/^Decliner/);
  await expect(page.getByRole("alert")).toHaveText("You declined the request in Decliner.");
  await page.reload();
  await use(/^Stranger/);
  await expect(page.getByRole("alert")).toContainText("No account is linked to this wallet.");
  await expect(page.getByRole("alert").getByRole("link", { name: "Create an account" })).toBeVisible();
  // The chooser opens again, because that wallet won't do.
  await use(/^Signer/);
  await page.waitForURL("**/profile");
});
