// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { leaveFor } from "../../lib/openid.ts";
import { fill, leave, MEMBER, press, refusal, serve, show } from "../../lib/render.support.tsx";
import { FromProvider } from "./FromProvider.tsx";
import { SignInForm } from "./SignInForm.tsx";
import StepUpDialog from "./StepUpDialog.tsx";

vi.mock("../../lib/facts.ts", async (original) => {
  const { FACTS } = await original<typeof import("../../lib/facts.ts")>();
  return {
    FACTS: {
      ...FACTS,
      providers: [
        { id: "acme", name: "Acme" },
        { id: "umbrella", name: "Umbrella" },
      ],
    },
  };
});

const DEPARTURE = { url: "https://acme.example/auth?state=s1", flow: "sealed" };
const ANSWER = "?code=c&state=s1";
const BACK = {
  proof: "proof",
  provider: { id: "acme", name: "Acme" },
  account: "ada@acme.example",
  email: "ada@acme.example",
};
const UNKNOWN = refusal({ status: 401, code: "OPENID_UNKNOWN", error: "No account here is linked" });
const assign = vi.fn();

beforeEach(() => {
  vi.spyOn(window.location, "assign").mockImplementation(assign);
});
afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
  assign.mockClear();
  leave();
});

const set = (purpose: "enter" | "link") => leaveFor(DEPARTURE, { purpose, redirectTo: "/wallet" });
function back(answer = ANSWER) {
  const then = { onSignedIn: vi.fn(), onLinked: vi.fn(), onCancel: vi.fn() };
  show(<FromProvider provider="acme" answer={answer} {...then} />, null);
  return then;
}

describe("signing in with an account elsewhere", () => {
  it("leaves for the provider, and remembers what for", async () => {
    const { callsOf } = serve({ "auth.openIdStart": DEPARTURE });
    show(<SignInForm redirectTo="/wallet" onDone={() => undefined} />, null);
    press("Continue with Acme");
    await waitFor(() => expect(assign).toHaveBeenCalledWith(DEPARTURE.url));
    expect(callsOf("auth.openIdStart").map(({ input }) => input)).toEqual([{ provider: "acme" }]);
    const { onSignedIn } = back("?code=c&state=another");
    await screen.findByText(/Go back to the window where you started/);
    expect(onSignedIn).not.toHaveBeenCalled();
  });

  it("goes on where it began, with one call for each step", async () => {
    set("enter");
    const { callsOf } = serve({
      "auth.openIdReturn": BACK,
      "auth.openIdLoginBrowser": { success: true, user: MEMBER },
    });
    const { onSignedIn } = back();
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith("/wallet"));
    expect(callsOf("auth.openIdReturn").map(({ input }) => input)).toEqual([
      { provider: "acme", flow: "sealed", answer: ANSWER },
    ]);
    expect(callsOf("auth.openIdLoginBrowser").map(({ input }) => input)).toEqual([{ proof: "proof" }]);
    expect(sessionStorage.length).toBe(0);
  });

  it("opens an account when there is none, with the provider's address filled in", async () => {
    set("enter");
    const { callsOf } = serve({
      "auth.openIdReturn": BACK,
      "auth.openIdLoginBrowser": UNKNOWN,
      "auth.openIdSignup": { success: true, message: "", user: MEMBER, solanaAddress: "" },
    });
    const { onSignedIn } = back();
    await screen.findByText(/No account here is linked to your Acme account/);
    expect(screen.queryByLabelText("Password")).toBeNull();
    fill("Username", "ada");
    press("Create account");
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
    expect(callsOf("auth.openIdSignup").map(({ input }) => input)).toEqual([
      { username: "ada", email: "ada@acme.example", proof: "proof" },
    ]);
  });

  it("asks for the code of a member with a second factor, and sends the same proof with it", async () => {
    set("enter");
    const details = { proofs: ["totp", "recovery_code"] };
    const { callsOf } = serve({
      "auth.openIdReturn": BACK,
      "auth.openIdLoginBrowser": ({ input }: { input: { code?: string } }) =>
        input.code === "123456"
          ? { success: true, user: MEMBER }
          : refusal({
              status: 401,
              code: input.code ? "SECOND_FACTOR_WRONG" : "SECOND_FACTOR_REQUIRED",
              error: "Code!",
              details,
            }),
    });
    const { onSignedIn } = back();
    await screen.findByText(/You are signed in at Acme/);
    fill("Code", "000000");
    press("Sign in");
    expect((await screen.findByRole("alert")).textContent).toContain("Code!");
    fill("Code", "123456");
    press("Sign in");
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith("/wallet"));
    expect(callsOf("auth.openIdLoginBrowser").at(-1)?.input).toEqual({ proof: "proof", code: "123456" });
  });

  it("links the account, or says why not", async () => {
    set("link");
    const { callsOf } = serve({ "auth.openIdReturn": BACK, "waysIn.linkOpenId": { success: true } });
    const { onLinked } = back();
    await waitFor(() => expect(onLinked).toHaveBeenCalledOnce());
    expect(callsOf("waysIn.linkOpenId").map(({ input }) => input)).toEqual([{ proof: "proof" }]);
    leave();
    set("link");
    serve({
      "auth.openIdReturn": refusal({ status: 401, code: "OPENID_CANCELED", error: "You didn't sign in at Acme." }),
    });
    back();
    expect((await screen.findByRole("alert")).textContent).toContain("You didn't sign in at Acme.");
    screen.getByRole("link", { name: "Back to your settings" });
  });
});

describe("confirming with an account elsewhere", () => {
  it("asks in another window, which passes the answer on, and says so when the browser blocks it", async () => {
    const onAnswer = vi.fn();
    const other = Object.assign({} as Window, { location: { href: "" }, close: vi.fn() });
    const open = vi.spyOn(window, "open").mockReturnValueOnce(null);
    open.mockReturnValue(other);
    vi.spyOn(window, "close").mockImplementation(() => undefined);
    const { callsOf } = serve({
      "auth.openIdStart": DEPARTURE,
      "auth.openIdReturn": BACK,
      "auth.stepUp": { success: true },
    });
    show(<StepUpDialog proofs={["password", "openid"]} providers={["acme", "removed"]} onAnswer={onAnswer} />);
    await screen.findByText(/your password or Acme account\./);
    expect(screen.queryByRole("button", { name: /Umbrella/ })).toBeNull();
    press("Use your Acme account");
    expect((await screen.findByRole("alert")).textContent).toContain("Allow pop-ups");
    press("Use your Acme account");
    await waitFor(() => expect(other.location.href).toBe(DEPARTURE.url));
    const channel = new BroadcastChannel("openid answers");
    channel.postMessage({ provider: "acme", answer: "?code=x&state=another" });
    channel.postMessage({ provider: "acme", answer: ANSWER });
    channel.close();
    await waitFor(() => expect(onAnswer).toHaveBeenCalledWith(true));
    expect(callsOf("auth.openIdStart").map(({ input }) => input)).toEqual([{ provider: "acme", again: true }]);
    expect(callsOf("auth.openIdReturn").map(({ input }) => input)).toEqual([
      { provider: "acme", flow: "sealed", answer: ANSWER },
    ]);
    expect(callsOf("auth.stepUp").map(({ input }) => input)).toEqual([{ openId: "proof" }]);
  });

  it.each([
    ["while the server is asked", false],
    ["while the first window waits", true],
  ])(
    "starts over when the button is pressed again %s, and takes the answer to the second window",
    async (_, isOpen) => {
      const onAnswer = vi.fn();
      const windows = [0, 1].map(() => Object.assign({} as Window, { location: { href: "" }, close: vi.fn() }));
      const open = vi.spyOn(window, "open");
      for (const one of windows) open.mockReturnValueOnce(one);
      const [first, second] = windows;
      let answerFirst: (departure: object) => void = () => undefined;
      const departures = [
        isOpen ? DEPARTURE : new Promise<object>((resolve) => (answerFirst = resolve)),
        { url: "https://acme.example/auth?state=s2", flow: "second" },
      ];
      const { callsOf, count } = serve({
        "auth.openIdStart": () => departures.shift(),
        "auth.openIdReturn": BACK,
        "auth.stepUp": { success: true },
      });
      show(<StepUpDialog proofs={["openid"]} providers={["acme"]} onAnswer={onAnswer} />);
      await screen.findByRole("button", { name: "Use your Acme account" });
      press("Use your Acme account");
      await waitFor(() =>
        expect(isOpen ? first?.location.href : count("auth.openIdStart")).toBe(isOpen ? DEPARTURE.url : 1),
      );
      press("Use your Acme account");
      await waitFor(() => expect(second?.location.href).toContain("state=s2"));
      answerFirst(DEPARTURE);
      await waitFor(() => expect(first?.close).toHaveBeenCalled());
      screen.getByText("Continue in the Acme window.");
      expect(screen.queryByRole("alert")).toBeNull();
      const channel = new BroadcastChannel("openid answers");
      channel.postMessage({ provider: "acme", answer: ANSWER });
      channel.postMessage({ provider: "acme", answer: "?code=c&state=s2" });
      channel.close();
      await waitFor(() => expect(onAnswer).toHaveBeenCalledWith(true));
      expect(onAnswer).toHaveBeenCalledOnce();
      expect(callsOf("auth.openIdReturn").map(({ input }) => input)).toEqual([
        { provider: "acme", flow: "second", answer: "?code=c&state=s2" },
      ]);
      expect(second?.close).not.toHaveBeenCalled();
    },
  );
});
