import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { newMember, PASSWORD } from "./support.ts";

/** Returns the link in the latest mail to this address from the test server's outbox; null while there is none. */
function linkTo(email: string): string | null {
  const outbox = join(process.env.BBUX_E2E_DATA ?? "", "outbox");
  // The first mail creates the folder.
  if (!existsSync(outbox)) return null;
  const mails = readdirSync(outbox)
    .filter((name) => name.endsWith(".eml"))
    .map((name) => readFileSync(join(outbox, name), "utf8").replace(/=\r?\n/g, ""))
    .filter((mail) => mail.includes(`To: ${email}`));
  return /\/reset-password\?token=(?:3D)?([\w-]+)/.exec((mails.at(-1) ?? "").replaceAll("=3D", "="))?.[0] ?? null;
}

test("a forgotten password is reset by a link in a mail: the new password signs in, the old one does not [C2.011 C2.012 C2.013]", async ({
  page,
  request,
}) => {
  const member = await newMember(request, "forgetful");
  await page.goto("/forgot-password");
  await page.getByLabel("Email").fill(member.email);
  await page.getByRole("button", { name: "Send me a link" }).click();
  await expect(page.getByText(/we.ve sent a link to it/)).toBeVisible();
  await expect.poll(() => linkTo(member.email)).not.toBeNull();

  const password = "a better horse battery";
  await page.goto(linkTo(member.email) ?? "");
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
