import { expect, type Page, test } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { inDatabase } from "./database.support.ts";
import { mailedLink } from "./mail.support.ts";
import { enter, newMember, PASSWORD } from "./support.ts";
import { freshAddress, memberWith, openPage, submitSale } from "./wallet.screens.support.ts";

/** What the authenticator app shows, some 30-second steps from now: the next, after the present one is used. */
const codeOf = (secret: string, steps = 1) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Makes a member's proofs older than ten minutes. */
function ageProofs(userId: string): Promise<void> {
  const proved_at = new Date(Date.now() - 11 * 60_000);
  return inDatabase(async (db) => {
    await db
      .updateTable("sessions")
      .set({ proved_at })
      .where("user_id", "=", userId)
      .where("proof", "is not", null)
      .execute();
  });
}

async function signInWith(page: Page, email: string, code: string): Promise<void> {
  await page.context().clearCookies();
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("textbox", { name: "Code" })).toBeFocused();
  await page.getByRole("textbox", { name: "Code" }).fill(code);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/profile");
}

/** Gives the browser an authenticator that has checked a fingerprint. */
async function addAuthenticator(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function usePasskey(page: Page): Promise<void> {
  await page.goto("/login");
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.waitForURL("**/profile");
}

/** Asks for 2 BBUX to be sent to an address that was never used. */
async function beginWithdrawal(page: Page): Promise<void> {
  await openPage(page, "/wallet");
  await page.getByRole("tab", { name: "Sell", exact: true }).click();
  await page.getByLabel("Amount in BBUX").fill("2");
  await page.getByLabel("Destination address").fill(freshAddress());
  await submitSale(page);
}

test("a member sets up an authenticator app, and signs in with a code and with a recovery code", {
  tag: "@gate",
}, async ({ page, request }) => {
  const member = await newMember(request, "guarded");
  await enter(page, member.email, PASSWORD);
  await page.goto("/settings?tab=security");
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  const form = page.getByRole("form", { name: "Set up an authenticator app" });
  const secret = /[A-Z2-7]{32}/.exec((await form.textContent()) ?? "")?.[0] ?? "";
  await page.getByRole("textbox", { name: "Code" }).fill(codeOf(secret, 0));
  await page.getByRole("button", { name: "Confirm" }).click();
  const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  const [recoveryCode = ""] = await codes.allTextContents();
  await page.getByRole("button", { name: "I've saved them" }).click();
  await expect(page.getByText("10 recovery codes left")).toBeVisible();

  await signInWith(page, member.email, codeOf(secret));
  await signInWith(page, member.email, recoveryCode);
});

test("an old session asks for the password before it withdraws to a new address", { tag: "@gate" }, async ({
  page,
  request,
}) => {
  const member = await memberWith(page, request, 5);
  await ageProofs(member.id);
  await beginWithdrawal(page);
  const dialog = page.getByRole("dialog", { name: "Confirm that it's you" });
  await expect(dialog.getByLabel("Your password")).toBeFocused();
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("dialog", { name: /^Withdrawal/ })).toContainText("1.9400 SOL");
});

test("a member adds a passkey, signs in with it alone, withdraws to a new address with it, and freezes the account from the mail about it, which keeps the passkey out", async ({
  page,
  request,
}) => {
  const member = await memberWith(page, request, 5);
  await addAuthenticator(page);
  await page.goto("/settings?tab=security");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Work laptop");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "I've saved them" }).click();
  await expect(page.getByRole("list", { name: "Your second factors" })).toContainText("Passkey: Work laptop");

  await page.context().clearCookies();
  await usePasskey(page);
  await ageProofs(member.id);
  await beginWithdrawal(page);
  const dialog = page.getByRole("dialog", { name: "Confirm that it's you" });
  await dialog.getByRole("button", { name: "Use your passkey" }).click();
  await expect(page.getByRole("dialog", { name: /^Withdrawal/ })).toContainText("1.9400 SOL");

  await expect.poll(() => mailedLink(member.email, "/freeze")).not.toBeNull();
  await page.goto(mailedLink(member.email, "/freeze") ?? "");
  await page.getByRole("button", { name: "Freeze my account" }).click();
  await expect(page.getByText("Your account is frozen. Everyone is signed out")).toBeVisible();

  await page.goto("/login");
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByRole("alert")).toContainText("This account is frozen");
});
