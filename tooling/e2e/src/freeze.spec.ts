import { expect, test } from "@playwright/test";
import { mailedLink } from "./mail.support.ts";
import { newJudge } from "./moderation.support.ts";
import { enter, newMember, PASSWORD } from "./support.ts";

test("a member freezes the account with the link in a mail: the page asks first, and everyone is signed out", {
  tag: "@gate",
}, async ({ page, request }) => {
  const member = await newMember(request, "frosty");
  const password = "a better horse battery";
  await member.post("/auth/change-password", { currentPassword: PASSWORD, newPassword: password });
  await expect.poll(() => mailedLink(member.email, "/freeze")).not.toBeNull();

  await page.goto(mailedLink(member.email, "/freeze") ?? "");
  // Opening the link doesn't freeze anything: mail filters do that, too.
  expect(await member.get("/auth/me")).toMatchObject({ user: { frozen: false } });
  await page.getByRole("button", { name: "Freeze my account" }).click();
  await expect(page.getByText("Your account is frozen. Everyone is signed out")).toBeVisible();
  expect(await member.get("/auth/me")).toMatchObject({ code: "UNAUTHENTICATED" });

  await page.goto("/login");
  await page.getByLabel("Email").fill(member.email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("This account is frozen");
  await page.getByRole("link", { name: "Set a new password" }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
});

test("a member freezes the account in the settings, reads what that means, and asks for the link with the address filled in", async ({
  page,
  request,
}) => {
  const member = await newMember(request, "careful");
  await enter(page, member.email, PASSWORD);
  await page.goto("/settings?tab=security");
  await page.getByRole("button", { name: "Freeze my account" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Freeze", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Your account is frozen" })).toBeVisible();
  await page.reload();
  await expect(page.getByText("Your balance and everything you've written are safe")).toBeVisible();
  await page.getByRole("link", { name: "Set a new password" }).click();
  await expect(page.getByLabel("Email")).toHaveValue(member.email);
});

test("a moderator freezes a member's withdrawals for 3 days, and the member reads until when and why", {
  tag: "@gate",
}, async ({ page, request }) => {
  const [member, judge] = [await newMember(request, "watched"), await newJudge(request, "moderator")];
  await enter(page, judge.email, PASSWORD);
  await page.goto(`/moderation?tab=members&search=${member.username}`);
  await page.getByRole("button", { name: `Freeze withdrawals of ${member.username}` }).click();
  const dialog = page.getByRole("dialog", { name: `Freeze the withdrawals of ${member.username}?` });
  await dialog.getByLabel("For how long").selectOption({ label: "3 days" });
  await dialog.getByRole("textbox").fill("Someone else seems to use this account.");
  await dialog.getByRole("button", { name: "Freeze", exact: true }).click();
  await expect(page.getByRole("row", { name: member.username })).toContainText("Withdrawals frozen until");

  await page.context().clearCookies();
  await enter(page, member.email, PASSWORD);
  await page.goto("/wallet");
  const note = page.getByRole("note").filter({ hasText: "A moderator froze your withdrawals until" });
  await expect(note).toContainText("Someone else seems to use this account.");
});
