// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  fill,
  foreign,
  leave,
  MEMBER,
  press,
  type Replies,
  refusal,
  serve,
  show,
  unreached,
} from "../../lib/render.support.tsx";
import { ChangePasswordForm } from "./ChangePasswordForm.tsx";
import { ForgotPasswordForm } from "./ForgotPasswordForm.tsx";
import { FreezeByLink } from "./FreezeByLink.tsx";
import { keepFrozenAddress, useFrozenAddress } from "./frozenAddress.ts";
import { KeepByLink } from "./KeepByLink.tsx";
import { ResetPasswordForm } from "./ResetPasswordForm.tsx";
import { SignInForm } from "./SignInForm.tsx";
import { SignUpForm } from "./SignUpForm.tsx";

afterEach(() => {
  leave();
  vi.useRealTimers();
});

const PASSWORD = "correct horse battery";
const isInvalid = (label: string) => screen.getByLabelText(label).getAttribute("aria-invalid") === "true";
const alertText = async () => (await screen.findByRole("alert")).textContent;

const AfterFreezing = () => <ForgotPasswordForm email={useFrozenAddress()} />;

describe("the page of the link that keeps an account", () => {
  it("keeps it only when asked to, and leads to a new password", async () => {
    const { callsOf } = serve({ "auth.keepByLink": { success: true } });
    show(<KeepByLink token="abc" />, null);
    expect(callsOf("auth.keepByLink")).toEqual([]);
    press("Keep my account");
    await screen.findByText(/Your account stays open/);
    expect(callsOf("auth.keepByLink").map(({ input }) => input)).toEqual([{ token: "abc" }]);
    expect(screen.getByRole("link", { name: "Set a new password" }).getAttribute("href")).toBe("/forgot-password");
  });

  it("says why a link no longer does", async () => {
    const error = "This link isn't valid, or the account has already been kept or closed. Try signing in.";
    serve({ "auth.keepByLink": refusal({ code: "KEEP_LINK_INVALID", error }) });
    show(<KeepByLink token="abc" />, null);
    press("Keep my account");
    expect(await alertText()).toContain(error);
    expect(screen.queryByRole("button", { name: "Keep my account" })).toBeNull();
  });
});

describe("the page of the link that freezes an account", () => {
  it("says what is frozen and what is safe, and leads to a new password", async () => {
    serve({ "auth.freezeByLink": { success: true, message: "Frozen" } });
    show(<FreezeByLink token="abc" />, null);
    press("Freeze my account");
    await screen.findByText(/^Your account is frozen\./);
    expect(screen.getByText(/^Your balance and everything you've written are safe/)).toBeTruthy();
    expect(screen.getByText(/^We've emailed you/)).toBeTruthy();
    expect(screen.getByRole("link", { name: "Set a new password" }).getAttribute("href")).toBe("/forgot-password");
  });
});

describe("the form to reset a password", () => {
  it("begins with the address of the account if that is known", () => {
    show(<ForgotPasswordForm email={MEMBER.email} />, null);
    expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe(MEMBER.email);
  });

  it("begins with the address of an account frozen here once, and only for ten minutes", () => {
    /** Opens the form that many milliseconds later. */
    const openedAfter = (ms: number) => {
      vi.setSystemTime(Date.now() + ms);
      cleanup();
      show(<AfterFreezing />, null);
      return screen.getByLabelText<HTMLInputElement>("Email").value;
    };
    vi.useFakeTimers({ toFake: ["Date"] });
    keepFrozenAddress(MEMBER.email);
    expect(openedAfter(10 * 60_000)).toBe(MEMBER.email);
    expect(openedAfter(0)).toBe("");
    keepFrozenAddress(MEMBER.email);
    expect(openedAfter(10 * 60_000 + 1)).toBe("");
  });

  it("focuses the password that the server refuses", async () => {
    const details = [{ field: "newPassword", message: "Too easy to guess" }];
    serve({ "auth.resetPassword": refusal({ status: 422, code: "VALIDATION_ERROR", details }) });
    show(<ResetPasswordForm token="abc" />, null);
    fill("New password", PASSWORD);
    fill("Confirm new password", PASSWORD);
    press("Set new password");
    await screen.findByText("Too easy to guess");
    expect(document.activeElement).toBe(screen.getByLabelText("New password"));
  });
});

describe("the form to sign in", () => {
  function signInForm(replies: Replies = {}) {
    const onDone = vi.fn();
    const server = serve(replies);
    show(<SignInForm onDone={onDone} />, null);
    return { ...server, onDone };
  }
  function signIn(): void {
    fill("Email", MEMBER.email);
    fill("Password", PASSWORD);
    press("Sign in");
  }

  it("requires an email address and a password, and links to the reset of a password [C2.005 C2.008 C5.01]", () => {
    const { count } = signInForm();
    expect(screen.getByLabelText("Email").getAttribute("type")).toBe("email");
    expect(screen.getByLabelText("Password").getAttribute("type")).toBe("password");
    expect(screen.getByRole("link", { name: /forgot/i }).getAttribute("href")).toBe("/forgot-password");
    fill("Email", "no address");
    press("Sign in");
    expect(isInvalid("Email")).toBe(true);
    expect(screen.getByText("Password is required")).toBeTruthy();
    expect(count("auth.loginBrowser")).toBe(0);
  });

  it.each([
    ["is about to be closed", "ACCOUNT_CLOSING", "This account closes on 2026-12-06 at 10:20 UTC."],
    ["is frozen", "ACCOUNT_FROZEN", "This account is frozen."],
  ] as const)("leads to a new password if the account %s", async (_what, code, error) => {
    const { onDone } = signInForm({ "auth.loginBrowser": refusal({ status: 403, code, error }) });
    signIn();
    expect(await alertText()).toContain(error);
    expect(screen.getByRole("link", { name: "Set a new password" }).getAttribute("href")).toBe("/forgot-password");
    expect(onDone).not.toHaveBeenCalled();
  });

  it("says 'Signing in...' until the server has replied [C4.07]", async () => {
    const reply = Promise.withResolvers<unknown>();
    const { onDone } = signInForm({ "auth.loginBrowser": () => reply.promise });
    signIn();
    expect(await screen.findByRole("button", { name: "Signing in..." })).toBeTruthy();
    reply.resolve({ success: true, user: MEMBER });
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  });

  it.each([
    [
      "the server's text",
      () => refusal({ status: 401, error: "Invalid email or password" }),
      "Invalid email or password",
    ],
    ["'Login failed' without one", () => refusal({ status: 401 }), "Login failed"],
    ["'Network error' without a response", unreached, "Network error"],
    ["'Network error' if it can't be read", () => foreign(502, "<h1>Bad gateway</h1>"), "Network error"],
  ])("says %s when it fails [C8.04 C8.02]", async (_which, reply, text) => {
    const { onDone } = signInForm({ "auth.loginBrowser": reply });
    signIn();
    expect(await alertText()).toContain(text);
    expect(onDone).not.toHaveBeenCalled();
  });
});

describe("the form to sign up", () => {
  function signUpForm(replies: Replies = {}) {
    const server = serve(replies);
    show(<SignUpForm onDone={() => {}} />, null);
    return server;
  }
  function signUp(): void {
    fill("Username", "ada");
    fill("Email", MEMBER.email);
    fill("Password", PASSWORD);
    press("Create account");
  }

  it("requires username, email and password, and says 18 [C1.13 C2.009 C5.02]", () => {
    const { count } = signUpForm();
    expect(screen.getByText(/18 or older/)).toBeTruthy();
    const agreed = ["terms", "privacy policy"].map((name) => screen.getByRole("link", { name }).getAttribute("href"));
    expect(agreed).toEqual(["/terms", "/privacy"]);
    press("Create account");
    expect(["Username", "Email", "Password"].map(isInvalid)).toEqual([true, true, true]);
    expect(count("auth.signup")).toBe(0);
  });

  it("says 'Creating account...' until the server has replied, and shows its refusal at the field [C4.08]", async () => {
    const reply = Promise.withResolvers<unknown>();
    signUpForm({ "auth.signup": () => reply.promise });
    signUp();
    expect(await screen.findByRole("button", { name: "Creating account..." })).toBeTruthy();
    reply.resolve(refusal({ status: 409, code: "USERNAME_TAKEN", error: "This username is already taken" }));
    expect(await screen.findByText("This username is already taken")).toBeTruthy();
    expect(isInvalid("Username")).toBe(true);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("says 'Signup failed' when the server gives no reason [C8.05]", async () => {
    signUpForm({ "auth.signup": refusal({ status: 409 }) });
    signUp();
    expect(await alertText()).toContain("Signup failed");
  });
});

describe("the form to change the password", () => {
  function change(current: string, next: string, again: string): void {
    fill("Current password", current);
    fill("New password", next);
    fill("Confirm new password", again);
    press("Change password");
  }

  it.each([
    ["all three fields", "", "long enough", "long enough", "All password fields are required"],
    ["8 characters", PASSWORD, "1234567", "1234567", "New password must be at least 8 characters long"],
    ["a repetition", PASSWORD, "long enough", "long enough!", "New password and confirm password do not match"],
  ])("requires %s [C5.33 C5.34 C5.35]", (_what, current, next, again, problem) => {
    const { count } = serve({});
    show(<ChangePasswordForm />);
    change(current, next, again);
    expect(screen.getByText(problem)).toBeTruthy();
    expect(count("auth.changePassword")).toBe(0);
  });

  it("marks and focuses the current password if that is wrong", async () => {
    serve({ "auth.changePassword": refusal({ code: "WRONG_PASSWORD", error: "Current password is incorrect" }) });
    show(<ChangePasswordForm />);
    change("not my password", "long enough", "long enough");
    expect(await alertText()).toBe("Failed to change passwordCurrent password is incorrect.");
    expect(isInvalid("Current password")).toBe(true);
    expect(document.activeElement).toBe(screen.getByLabelText("Current password"));
  });

  it("says 'Failed to change password' and why, and confirms a change [C8.38]", async () => {
    const replies = [refusal({ status: 401, error: "Current password is incorrect" }), { success: true }];
    const { callsOf } = serve({ "auth.changePassword": () => replies.shift() });
    show(<ChangePasswordForm />);
    change("not my password", "long enough", "long enough");
    expect(await alertText()).toBe("Failed to change passwordCurrent password is incorrect.");
    change(PASSWORD, "long enough", "long enough");
    expect(await screen.findByText("Your password has been changed.")).toBeTruthy();
    const [, call] = callsOf("auth.changePassword");
    expect(call?.input).toEqual({ currentPassword: PASSWORD, newPassword: "long enough" });
  });
});
