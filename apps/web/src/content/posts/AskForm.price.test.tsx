// @vitest-environment happy-dom
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import { fill, leave, press, refusal } from "../../lib/render.support.tsx";
import { PARAMETERS } from "../../lib/wallet.support.ts";
import { askForm, complete, POST } from "./askForm.support.tsx";

afterEach(leave);

describe("the price of a question", () => {
  it("is said on the button: the bounty with its fee, and nothing without a bounty", { tags: "proof" }, async () => {
    const { posted } = await complete();
    const button = screen.getByRole("button", { name: POST });
    expect(button.textContent).toBe("Post and lock 2.10 BBUX");
    fill(/^Amount/, "0.01");
    expect(button.textContent).toBe("Post and lock 0.0105 BBUX");
    fill(/^Amount/, "x");
    expect(button.textContent).toBe("Post question");
    await userEvent.click(screen.getByLabelText(/^Offer a bounty/));
    expect(button.textContent).toBe("Post question");
    expect(posted()).toBe(0);
  });

  it("is not said before the fee is known", async () => {
    const fee = Promise.withResolvers<typeof PARAMETERS>();
    askForm({ "parameters.list": () => fee.promise });
    await userEvent.click(screen.getByLabelText(/^Offer a bounty/));
    fill(/^Amount/, "2");
    expect(screen.queryByRole("button", { name: POST })).toBeNull();
    fee.resolve(PARAMETERS);
    await screen.findByRole("button", { name: "Post and lock 2.10 BBUX" });
  });

  it("leads to the wallet with exactly what is missing, and the question is kept", async () => {
    await complete({}, "50");
    const buy = await screen.findByRole("link", { name: "Buy 47.50 BBUX" });
    expect(buy.getAttribute("href")).toBe("/wallet?amount=47.5&from=question");
    fill(/^Amount/, "4");
    expect(screen.queryByRole("link", { name: /^Buy/ })).toBeNull();
  });

  it("is marked at its amount when the balance is too low, in one message with a way to buy the rest", async () => {
    await complete(
      {
        "posts.create": refusal({ code: "INSUFFICIENT_BALANCE", error: "Insufficient balance" }),
        "profile.spending": { confirmAbove: null },
      },
      "50",
    );
    await screen.findByText(/^Your balance is short by/);
    press(POST);
    const amount = screen.getByLabelText(/^Amount/);
    await waitFor(() => expect(document.activeElement).toBe(amount));
    expect(amount.getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByText(/^Insufficient balance\./).textContent).toContain("or lower the bounty");
    const buy = screen.getByRole("link", { name: "Buy what's missing" });
    expect(buy.getAttribute("href")).toBe("/wallet?amount=47.5&from=question");
    expect(screen.queryByRole("alert")).toBeNull();
    expect(screen.queryByText(/^Your balance is short by/)).toBeNull();
    fill(/^Amount/, "49");
    expect(amount.getAttribute("aria-invalid")).not.toBe("true");
    expect(screen.getByText(/^Your balance is short by/)).toBeTruthy();
  });

  it.each([
    ["10", "9", false],
    ["10", "9.53", true],
    ["0", "0.01", true],
    [null, "500", false],
  ])(
    "is confirmed above the member's amount: with %j a bounty of %s is asked about: %s",
    { tags: "proof" },
    async (confirmAbove, amount, asks) => {
      const { posted } = await complete({ "profile.spending": { confirmAbove } }, amount);
      await waitFor(() => expect(posted()).toBe(0));
      await screen.findByRole("button", { name: POST });
      press(POST);
      if (!asks) return waitFor(() => expect(posted()).toBe(1));
      const dialog = await screen.findByRole("dialog", { name: "Post with this bounty?" });
      expect(posted()).toBe(0);
      await userEvent.click(within(dialog).getByRole("button", { name: POST }));
      await waitFor(() => expect(posted()).toBe(1));
    },
  );

  it("is asked about while the member's amount isn't known", { tags: "proof" }, async () => {
    const { posted } = await complete({ "profile.spending": refusal() });
    press(POST);
    expect(await screen.findByRole("dialog", { name: "Post with this bounty?" })).toBeTruthy();
    expect(posted()).toBe(0);
  });

  it("is not paid by Enter in the dialog, which begins at Cancel", async () => {
    const { posted } = await complete({ "profile.spending": { confirmAbove: "0" } });
    act(() => screen.getByRole("button", { name: POST }).focus());
    await userEvent.keyboard("{Enter}");
    const dialog = await screen.findByRole("dialog", { name: "Post with this bounty?" });
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Cancel"));
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(dialog.isConnected).toBe(false));
    expect(posted()).toBe(0);
  });

  it("stays the one that was confirmed", { tags: "proof" }, async () => {
    const { callsOf } = await complete({ "profile.spending": { confirmAbove: "1" } });
    press(POST);
    const dialog = await screen.findByRole("dialog", { name: "Post with this bounty?" });
    expect(dialog.textContent).toContain("Governance fee (5%)0.10 BBUX");
    expect(dialog.textContent).toContain("2.10 BBUX");
    await userEvent.click(within(dialog).getByRole("button", { name: POST }));
    await waitFor(() => expect(callsOf("posts.create")[0]?.input).toMatchObject({ bountyAmount: "2", maxFee: "0.1" }));
  });
});
