// @vitest-environment happy-dom
import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { fill, leave, MEMBER, press, type Replies, refusal, serve, show } from "../../lib/render.support.tsx";
import { noticeLogout } from "../../lib/sessionEvents.ts";
import { useAsked } from "../../lib/stepUp.ts";
import { trpc } from "../../lib/trpc.ts";
import { SignInForm } from "./SignInForm.tsx";
import StepUpDialog from "./StepUpDialog.tsx";

afterEach(leave);

describe("the form to sign in, of a member with a second factor", () => {
  it("asks for the code on the same page, with the focus on it, and sends it with the password", async () => {
    const onDone = vi.fn();
    const { callsOf } = serve({
      "auth.loginBrowser": ({ input }: { input: { code?: string } }) =>
        input.code === "123456"
          ? { success: true, user: MEMBER }
          : refusal({
              status: 401,
              code: input.code ? "SECOND_FACTOR_WRONG" : "SECOND_FACTOR_REQUIRED",
              error: "Code!",
              details: { proofs: ["totp", "recovery_code"] },
            }),
    });
    show(<SignInForm onDone={onDone} />, null);
    fill("Email", MEMBER.email);
    fill("Password", "correct horse battery");
    press("Sign in");
    const field = await screen.findByLabelText<HTMLInputElement>("Code");
    expect(document.activeElement).toBe(field);
    expect(field.autocomplete).toBe("one-time-code");
    expect(screen.queryByRole("alert")).toBeNull();
    fill("Code", "000000");
    press("Sign in");
    expect((await screen.findByRole("alert")).textContent).toContain("Code!");
    fill("Code", "123456");
    press("Sign in");
    await waitFor(() => expect(onDone).toHaveBeenCalledWith(MEMBER));
    expect(callsOf("auth.loginBrowser").map(({ input }) => Object.keys(Object(input)).sort().join())).toEqual([
      "email,password",
      "code,email,password",
      "code,email,password",
    ]);
  });

  it("asks for a recovery code of a member who has no app, next to the passkey", async () => {
    vi.stubGlobal("PublicKeyCredential", class {});
    serve({
      "auth.loginBrowser": () =>
        refusal({
          status: 401,
          code: "SECOND_FACTOR_REQUIRED",
          error: "Code!",
          details: { proofs: ["passkey", "recovery_code"] },
        }),
    });
    show(<SignInForm onDone={() => undefined} />, null);
    fill("Email", MEMBER.email);
    fill("Password", "correct horse battery");
    press("Sign in");
    await screen.findByLabelText("Recovery code");
    screen.getByRole("button", { name: "Use a passkey" });
    vi.unstubAllGlobals();
  });
});

function Withdrawing() {
  const asked = useAsked();
  const call = trpc.wallet.withdraw.useMutation();
  return (
    <>
      <button type="button" onClick={() => call.mutate({ amount: "1", destinationAddress: "x" })}>
        Withdraw
      </button>
      {call.isSuccess && <p>Withdrawn</p>}
      {call.error && <p>{call.error.message}</p>}
      {asked && <StepUpDialog proofs={asked.proofs} providers={asked.providers} onAnswer={asked.answer} />}
    </>
  );
}

describe("a call that needs a fresh proof", () => {
  const stale = (proofs: string[]) =>
    refusal({ status: 403, code: "STEP_UP_REQUIRED", error: "Confirm that it is you", details: { proofs } });

  function begin(proofs: string[], replies: Replies = {}) {
    let isProved = false;
    const server = serve({
      "wallet.withdraw": () => (isProved ? { success: true } : stale(proofs)),
      "auth.stepUp": ({ input }: { input: { password?: string; code?: string } }) => {
        isProved = input.password === "right" || input.code === "123456";
        return isProved ? { success: true } : refusal({ code: "WRONG_PASSWORD", error: "Wrong password" });
      },
      ...replies,
    });
    show(<Withdrawing />);
    press("Withdraw");
    return server;
  }

  it("asks for the password, and is repeated once", async () => {
    const { callsOf, count } = begin(["password"]);
    await screen.findByRole("dialog", { name: "Confirm that it's you" });
    fill("Your password", "wrong");
    press("Confirm");
    await screen.findByText("Wrong password");
    expect(count("wallet.withdraw")).toBe(1);
    fill("Your password", "right");
    press("Confirm");
    await screen.findByText("Withdrawn");
    expect(count("wallet.withdraw")).toBe(2);
    expect(callsOf("auth.stepUp").at(-1)?.input).toEqual({ password: "right" });
  });

  it("asks for a code if the password wouldn't do", async () => {
    const { callsOf } = begin(["totp", "recovery_code"]);
    fill(await screen.findByLabelText("Code").then(() => "Code"), "123456");
    press("Confirm");
    await screen.findByText("Withdrawn");
    expect(callsOf("auth.stepUp").at(-1)?.input).toEqual({ code: "123456" });
  });

  it("fails with the server's sentence when the member cancels, and asks again the next time", async () => {
    const { count } = begin(["password"]);
    await screen.findByRole("dialog");
    press("Cancel");
    await screen.findByText("Confirm that it is you");
    expect(count("wallet.withdraw")).toBe(1);
    press("Withdraw");
    await screen.findByRole("dialog");
    press("Cancel");
  });

  it("isn't asked for of a member who can give none, who reads what to do instead", async () => {
    begin([], { "wallet.withdraw": () => stale([]) });
    await screen.findByText("Confirm that it is you");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("is given up when the member signs out", async () => {
    const { count } = begin(["password"]);
    await screen.findByRole("dialog");
    act(noticeLogout);
    await screen.findByText("Confirm that it is you");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(count("wallet.withdraw")).toBe(1);
  });

  it("isn't repeated a second time", async () => {
    const { count } = begin(["password"], { "wallet.withdraw": () => stale(["password"]) });
    await screen.findByRole("dialog");
    fill("Your password", "right");
    press("Confirm");
    await screen.findByText("Confirm that it is you");
    expect(count("wallet.withdraw")).toBe(2);
  });
});
