import { expect, test } from "@playwright/test";
import { mailedLink } from "./mail.support.ts";
import { PASSWORD } from "./support.ts";
import { memberWith, openPage } from "./wallet.screens.support.ts";

test("a member who closes an account with a balance can't sign in, and keeps it with the link in the mail and a new password", async ({
  page,
  request,
}) => {
  test.slow();
  const member = await memberWith(page, request, 3);
  await openPage(page, "/settings?tab=account");
  await page.getByRole("button", { name: "Delete your account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await dialog.getByLabel("Your password", { exact: true }).fill(PASSWORD);
  await dialog.getByRole("button", { name: "Delete for good" }).click();
  await dialog.getByLabel(/^Give the 3\.00 BBUX in this account/).check();
  await expect(dialog).toContainText("in 7 days");
  await dialog.getByRole("button", { name: "Delete for good" }).click();
  await expect(page).toHaveURL(/\/$/);

  const signIn = async (password = PASSWORD) => {
    await page.goto("/login");
    await page.getByLabel("Email").fill(member.email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
  };
  await signIn();
  await expect(page.getByRole("alert")).toContainText("This account closes on");
  await expect(page.getByRole("link", { name: "Set a new password" })).toBeVisible();

  await expect.poll(() => mailedLink(member.email, "/keep-account")).not.toBeNull();
  await page.goto(mailedLink(member.email, "/keep-account") ?? "");
  await page.getByRole("button", { name: "Keep my account" }).click();
  await expect(page.getByText("Your account stays open, with everything in it.")).toBeVisible();
  // Whoever closed it may know the password.
  await signIn();
  await expect(page.getByRole("alert")).toContainText("This account is frozen");
  await page.getByRole("link", { name: "Set a new password" }).click();
  // The page that is left has such a field, too.
  await expect(page.getByRole("heading", { name: "Forgotten password" })).toBeVisible();
  await page.getByLabel("Email").fill(member.email);
  await page.getByRole("button", { name: "Send me a link" }).click();
  await expect.poll(() => mailedLink(member.email, "/reset-password")).not.toBeNull();
  await page.goto(mailedLink(member.email, "/reset-password") ?? "");
  const password = "a better horse battery";
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByLabel("Confirm new password").fill(password);
  await page.getByRole("main").locator("button[type=submit]").click();
  await expect(page.getByText("Your password has been changed.")).toBeVisible();
  await signIn(password);
  await expect(page.getByRole("img", { name: /^Balance: 3(\.0+)? BBUX/ })).toBeVisible();
});
