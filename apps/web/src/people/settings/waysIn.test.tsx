// @vitest-environment happy-dom
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { provideWallets } from "../../lib/providedWallets.ts";
import { fill, leave, press, type Replies, refusal, serve, show } from "../../lib/render.support.tsx";
import { DeleteAccountDialog } from "./DeleteAccountDialog.tsx";
import { SecondFactor } from "./SecondFactor.tsx";
import { Sessions } from "./Sessions.tsx";
import { WaysIn } from "./WaysIn.tsx";

const WALLET = { address: "4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T", message: "text", signature: "5sig" };
const LINKED = {
  id: "7",
  kind: "wallet",
  available: true,
  name: "Phantom",
  subject: WALLET.address,
  createdAt: "2026-11-20T10:00:00Z",
  lastUsedAt: null,
  suspendedAt: null,
};
const SUSPENDED = { suspendedAt: "2026-11-25T10:00:00Z" };

afterEach(leave);

function open(waysIn: object, replies: Replies = {}) {
  const server = serve({ "waysIn.list": waysIn, ...replies });
  show(<WaysIn />);
  return server;
}

describe("the ways in", () => {
  it("of a member with only a password: it can be changed, not removed, and a wallet can be linked", async () => {
    provideWallets(async (ask) => {
      await ask();
      return { ...WALLET, walletName: "Phantom" };
    });
    const { callsOf, count } = open(
      { hasPassword: true, passkeys: 0, logins: [] },
      { "waysIn.walletOptions": { request: {} }, "waysIn.linkWallet": { success: true } },
    );
    await screen.findByRole("form", { name: "Change password" });
    expect(screen.queryByRole("button", { name: "Remove password" })).toBeNull();
    const looks = ["Change password", "Link a wallet"].map(
      (name) => screen.getByRole("button", { name }).dataset.variant,
    );
    expect(looks).toEqual(["default", "default"]);
    press("Link a wallet");
    await waitFor(() => expect(count("waysIn.list")).toBe(2));
    expect(callsOf("waysIn.linkWallet").map(({ input }) => input)).toEqual([{ name: "Phantom", wallet: WALLET }]);
  });

  it("are removed after a confirmation, and say why not", async () => {
    const error = "This is your only way to sign in. Add another one first.";
    const { callsOf, count } = open(
      { hasPassword: true, passkeys: 0, logins: [LINKED] },
      {
        "waysIn.unlink": () => refusal({ status: 409, code: "LAST_WAY_IN", error }),
        "waysIn.removePassword": { success: true },
      },
    );
    const list = await screen.findByRole("list", { name: "Your linked wallets" });
    within(list).getByText("Phantom 4Nd1…DB4T");
    press("Unlink Phantom 4Nd1…DB4T");
    expect(count("waysIn.unlink")).toBe(0);
    press("Unlink it");
    expect((await screen.findByRole("alert")).textContent).toBe(error);
    expect(callsOf("waysIn.unlink").map(({ input }) => input)).toEqual([{ id: "7" }]);
    press("Remove password");
    press("Remove it");
    expect(screen.getByText("Password is required")).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText("Your password"));
    expect(count("waysIn.removePassword")).toBe(0);
    fill("Your password", "correct horse battery");
    press("Remove it");
    await waitFor(() => expect(count("waysIn.removePassword")).toBe(1));
    expect(callsOf("waysIn.removePassword").map(({ input }) => input)).toEqual([
      { currentPassword: "correct horse battery" },
    ]);
  });

  it("keep the password from being removed while the only other one is suspended, and can be confirmed", async () => {
    const { callsOf, count } = open(
      { hasPassword: true, passkeys: 0, logins: [{ ...LINKED, ...SUSPENDED }] },
      { "waysIn.confirm": { success: true, recoveryCodes: [] } },
    );
    const row = await screen.findByRole("listitem");
    expect(row.textContent).toContain("Suspended until you confirm it");
    expect(screen.queryByRole("button", { name: "Remove password" })).toBeNull();
    press("Confirm Phantom 4Nd1…DB4T");
    await waitFor(() => expect(count("waysIn.list")).toBe(2));
    expect(callsOf("waysIn.confirm").map(({ input }) => input)).toEqual([{ id: "7" }]);
  });

  it("of a member without a password: one can be set", async () => {
    const { callsOf } = open(
      { hasPassword: false, passkeys: 1, logins: [] },
      { "waysIn.setPassword": { success: true, message: "Password set" } },
    );
    await screen.findByRole("form", { name: "Set password" });
    fill("New password", "short");
    press("Set password");
    await screen.findByText("Password must be at least 8 characters long");
    fill("New password", "correct horse battery");
    press("Set password");
    await waitFor(() =>
      expect(callsOf("waysIn.setPassword").map(({ input }) => input)).toEqual([
        { newPassword: "correct horse battery" },
      ]),
    );
  });
});

it("a suspended second factor can be confirmed, which shows the recovery codes, and isn't treated as the last one when removed", async () => {
  const app = { id: "3", kind: "totp", name: null, createdAt: LINKED.createdAt, lastUsedAt: null, ...SUSPENDED };
  const { callsOf } = serve({
    "factors.list": { factors: [app], recoveryCodesLeft: 0, requiredFrom: null },
    "waysIn.confirm": { success: true, recoveryCodes: ["aaaa-bbbb-cccc-dddd"] },
  });
  show(<SecondFactor />);
  const row = await screen.findByRole("listitem");
  expect(row.textContent).toContain("Suspended until you confirm it");
  expect(screen.queryByRole("button", { name: "Get new recovery codes" })).toBeNull();
  press("Remove Authenticator app");
  await screen.findByText("Authenticator app. All your other sessions end.");
  press("Keep it");
  press("Confirm Authenticator app");
  await screen.findByText("aaaa-bbbb-cccc-dddd");
  expect(callsOf("waysIn.confirm").map(({ input }) => input)).toEqual([{ id: "3" }]);
});

it("an account without a password is deleted without one", async () => {
  const { callsOf } = serve({
    "waysIn.list": { hasPassword: false, passkeys: 1, logins: [] },
    "auth.deleteAccount": refusal({ status: 409, code: "LAST_ADMIN", error: "You are the last admin" }),
  });
  show(<DeleteAccountDialog opened onClose={() => {}} />);
  await waitFor(() => expect(screen.queryByLabelText("Your password")).toBeNull());
  press("Delete for good");
  await screen.findByText("You are the last admin");
  expect(callsOf("auth.deleteAccount").map(({ input }) => input)).toEqual([{ forfeitBalance: false }]);
});

it("an unknown session is to be answered with what every member can do", async () => {
  serve({ "auth.sessions": { sessions: [] } });
  show(<Sessions />);
  const advice = await screen.findByText(/If you don't recognize a session/);
  expect(advice.textContent).toContain("change your password, if you have one, and remove ways to sign in");
});

it("a session says its device, the network that it signed in from and when it was last used, in the server's order", async () => {
  const at = "2026-01-01T00:00:00.000Z";
  const here = { id: "a", current: true, kind: "cookie", userAgent: null, createdAt: at, expiresAt: at };
  const sessions = [
    { ...here, network: "203.0.113.0/24", lastUsedAt: at },
    { ...here, id: "b", current: false, network: null, lastUsedAt: null },
  ];
  serve({ "auth.sessions": { sessions } });
  show(<Sessions />);
  const [first, second] = await screen.findAllByRole("listitem");
  expect(first?.textContent).toMatch(/This device.*signed in .+ · 203\.0\.113\.0\/24.*last used /);
  expect(second?.textContent).not.toMatch(/ · |last used/);
});
