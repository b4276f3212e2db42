// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type ProveWallet, provideWallets } from "../../lib/providedWallets.ts";
import { fill, leave, MEMBER, press, refusal, serve, show } from "../../lib/render.support.tsx";
import { WalletDismissed, WalletFailed } from "../../lib/walletProof.ts";
import { SignInForm } from "./SignInForm.tsx";
import { SignUpForm } from "./SignUpForm.tsx";
import StepUpDialog from "./StepUpDialog.tsx";

const REQUEST = { version: "1", statement: "Sign in.", nonce: "ab", issuedAt: "now", expirationTime: "then" };
const WALLET = { address: "4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T", message: "text", signature: "5sig" };
const UNKNOWN = refusal({ status: 401, code: "WALLET_UNKNOWN", error: "No account is linked to this wallet" });

const signs: ProveWallet = async (ask) => {
  await ask();
  return { ...WALLET, walletName: "Phantom" };
};
const provide = (prove: ProveWallet = signs) => provideWallets(vi.fn(prove));
const base = { "auth.walletOptions": { request: REQUEST } };

afterEach(leave);

describe("signing in with a wallet", () => {
  it("sends what it signed, and nothing else", async () => {
    provide();
    const onDone = vi.fn();
    const { callsOf } = serve({ ...base, "auth.walletLoginBrowser": { success: true, user: MEMBER } });
    show(<SignInForm onDone={onDone} />, null);
    press("Use a Solana wallet");
    await waitFor(() => expect(onDone).toHaveBeenCalledWith(MEMBER));
    expect(callsOf("auth.walletLoginBrowser").map(({ input }) => input)).toEqual([{ wallet: WALLET }]);
  });

  it("asks for the code of a member with a second factor, and sends the same signature with it", async () => {
    provide();
    const onDone = vi.fn();
    const details = { proofs: ["totp", "recovery_code"] };
    const { callsOf, count } = serve({
      ...base,
      "auth.walletLoginBrowser": ({ input }: { input: { code?: string } }) =>
        input.code === "123456"
          ? { success: true, user: MEMBER }
          : refusal({
              status: 401,
              code: input.code ? "SECOND_FACTOR_WRONG" : "SECOND_FACTOR_REQUIRED",
              error: "Code!",
              details,
            }),
    });
    show(<SignInForm onDone={onDone} />, null);
    press("Use a Solana wallet");
    const field = await screen.findByLabelText<HTMLInputElement>("Code");
    expect(document.activeElement).toBe(field);
    expect(screen.queryByRole("alert")).toBeNull();
    press("Sign in");
    await screen.findByText("Code is required");
    fill("Code", "000000");
    press("Sign in");
    expect((await screen.findByRole("alert")).textContent).toContain("Code!");
    fill("Code", "123456");
    press("Sign in");
    await waitFor(() => expect(onDone).toHaveBeenCalledWith(MEMBER));
    expect(callsOf("auth.walletLoginBrowser").at(-1)?.input).toEqual({ wallet: WALLET, code: "123456" });
    expect(count("auth.walletOptions")).toBe(1);
  });

  it("leads to an account when the wallet has none, and to the other ways", async () => {
    provide();
    serve({ ...base, "auth.walletLoginBrowser": UNKNOWN });
    show(<SignInForm onDone={() => undefined} />, null);
    press("Use a Solana wallet");
    expect((await screen.findByRole("alert")).textContent).toContain("No account is linked to this wallet");
    expect(screen.getByRole("link", { name: "Create an account" }).getAttribute("href")).toBe("/signup");
    expect(screen.getByLabelText("Password")).toBeTruthy();
  });

  it("says nothing when no wallet was chosen, and what the wallet couldn't do", async () => {
    serve(base);
    provide(async () => {
      throw new WalletDismissed();
    });
    show(<SignInForm onDone={() => undefined} />, null);
    const button = screen.getByRole("button", { name: "Use a Solana wallet" });
    press("Use a Solana wallet");
    await waitFor(() => expect(button.getAttribute("data-loading")).toBeNull());
    expect(screen.queryByRole("alert")).toBeNull();
    provide(async () => {
      throw new WalletFailed("You declined the request in Phantom.");
    });
    press("Use a Solana wallet");
    expect((await screen.findByRole("alert")).textContent).toBe("You declined the request in Phantom.");
  });
});

describe("signing up with a wallet", () => {
  it("needs a name and an address before the wallet is asked, but no password", async () => {
    provide();
    const onDone = vi.fn();
    const { callsOf, count } = serve({
      ...base,
      "auth.walletSignup": { success: true, message: "", user: MEMBER, solanaAddress: "" },
    });
    show(<SignUpForm onDone={onDone} />, null);
    fill("Username", "ada_l");
    press("Use a Solana wallet instead");
    await screen.findByText("Email is required");
    expect(count("auth.walletOptions")).toBe(0);
    fill("Email", "ada@example.org");
    press("Use a Solana wallet instead");
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    expect(callsOf("auth.walletSignup").map(({ input }) => input)).toEqual([
      { username: "ada_l", email: "ada@example.org", name: "Phantom", wallet: WALLET },
    ]);
  });

  it("shows a taken name at its field, and a linked wallet below the button", async () => {
    provide();
    let code: "USERNAME_TAKEN" | "LOGIN_TAKEN" = "USERNAME_TAKEN";
    serve({ ...base, "auth.walletSignup": () => refusal({ status: 409, code, error: `It is ${code}` }) });
    show(<SignUpForm onDone={() => undefined} />, null);
    fill("Username", "ada_l");
    fill("Email", "ada@example.org");
    press("Use a Solana wallet instead");
    await screen.findByText("It is USERNAME_TAKEN");
    expect(screen.queryByRole("alert")).toBeNull();
    code = "LOGIN_TAKEN";
    fill("Username", "ada_m");
    press("Use a Solana wallet instead");
    expect((await screen.findByRole("alert")).textContent).toBe("It is LOGIN_TAKEN");
  });
});

describe("confirming with a wallet", () => {
  it("is offered beside the password, and alone to a member without one", async () => {
    provide();
    const { callsOf } = serve({ ...base, "auth.stepUp": { success: true } });
    const onAnswer = vi.fn();
    const { again } = show(<StepUpDialog proofs={["password", "wallet"]} onAnswer={onAnswer} />);
    await screen.findByLabelText("Your password");
    screen.getByRole("button", { name: "Use your wallet" });
    again(<StepUpDialog key="wallet" proofs={["wallet"]} onAnswer={onAnswer} />);
    await waitFor(() => expect(screen.queryByLabelText("Your password")).toBeNull());
    expect(screen.queryByRole("button", { name: "Confirm" })).toBeNull();
    press("Use your wallet");
    await waitFor(() => expect(onAnswer).toHaveBeenCalledWith(true));
    expect(callsOf("auth.stepUp").map(({ input }) => input)).toEqual([{ wallet: WALLET }]);
  });
});
