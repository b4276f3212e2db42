import { expect, test } from "@playwright/test";
import { mailedLink } from "./mail.support.ts";
import { newMember, PASSWORD } from "./support.ts";

test("a forgotten password is reset by a link in a mail: the new password signs in, the old one does not [C2.011 C2.012 C2.013]", {
  tag: "@gate",
}, async ({ page, request }) => {
  const member = await newMember(request, "forgetful");
  await page.goto("/forgot-password");
  await page.getByLabel("Email").fill(member.email);
  await page.getByRole("button", { name: "Send me a link" }).click();
  await expect(page.getByText(/we.ve sent a link to it/)).toBeVisible();
  await expect.poll(() => mailedLink(member.email, "/reset-password")).not.toBeNull();

  const password = "a better horse battery";
  await page.goto(mailedLink(member.email, "/reset-password") ?? "");
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByLabel("Confirm new password").fill(password);
  await page.getByRole("main").locator("button[type=submit]").click();
  await expect(page.getByText("Your password has been changed.")).toBeVisible();

  await page.getByRole("link", { name: "Sign in" }).last().click();
  await page.getByLabel("Email").fill(member.email);
  const signIn = async (attempt: string) => {
    await page.getByLabel("Password", { exact: true }).fill(attempt);
    await page.getByRole("button", { name: "Sign in" }).click();
  };
  await signIn(PASSWORD);
  await expect(page.getByRole("alert")).toBeVisible();
  await signIn(password);
  await page.waitForURL("**/profile");
});
