// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import {
  type Call,
  fill,
  leave,
  press,
  type Replies,
  refusal,
  serve,
  show,
  unreached,
} from "../../lib/render.support.tsx";
import { DEPOSIT, OWN, PARAMETERS, WALLET_OF_FIVE } from "../../lib/wallet.support.ts";
import { changeConnection, resetConnection } from "../solana/index.ts";
import { SellForm } from "./SellForm.tsx";
import { useWallet } from "./useWallet.ts";

afterEach(() => {
  resetConnection();
  leave();
});

const OTHER = "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin";
const NETWORK = { cluster: "mainnet-beta", local: false, explorerTransaction: null, explorerAddress: null };
const KEY = /^[0-9a-f-]{36}$/;
const CREATED = { success: true, transactionId: "31", fee: "0.015", netAmount: "0.485" };
const FAILED = { success: false, status: "failed", refunded: true, message: "The network refused it", signature: null };
const row = (status: string) => ({ transaction: { transactionId: "31", status, amount: "-0.5" } });

/** The form with the wallet it is shown beside, as on the page. */
function Selling() {
  const { data } = useWallet();
  return data ? <SellForm wallet={data} /> : null;
}

/** Shows the form to a member with five BBUX, and waits until the fee is known. */
async function sellForm(replies: Replies = {}) {
  const server = serve({
    "parameters.list": PARAMETERS,
    "wallet.get": WALLET_OF_FIVE,
    "wallet.network": NETWORK,
    ...replies,
  });
  show(<Selling />);
  await screen.findByText("Fee (3%)");
  return server;
}

/** Fills in the form and presses its button, which leads to the review. */
function review(value: string, destination = OWN): void {
  fill("Amount in BBUX", value);
  fill("Destination address", destination);
  press("Review sale");
}

const reviewing = () => screen.findByRole("dialog", { name: "Review your sale" });

async function confirm(): Promise<void> {
  const sells = await within(await reviewing()).findByRole("button", { name: /^Sell / });
  fireEvent.click(sells);
}

async function sell(value: string): Promise<void> {
  review(value);
  await confirm();
}

const line = (term: string) => screen.getByText(term).nextElementSibling?.textContent;

describe("the form for a sale", () => {
  it.each([
    ["without a destination", "1", "", "Please enter a destination address"],
    ["to no address", "1", "nowhere", "This isn't a Solana address"],
    ["to the deposit address", "1", DEPOSIT, /That.s your deposit address on BBUX/],
    ["of too little", "0.0009", OWN, "Amount must be at least 0.001 BBUX"],
    ["of more than the balance", "5.000000001", OWN, "Amount must be at most your balance, 5 BBUX"],
  ])("requests no sale %s, and says why [M5.09 M5.10 M5.11]", async (_what, value, destination, problem) => {
    const { count } = await sellForm();
    review(value, destination);
    expect(screen.getByText(problem)).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(count("wallet.action")).toBe(0);
  });

  it("shows the whole sale before anything is sent, and begins at Back, which returns to the form as it was", async () => {
    const { count } = await sellForm();
    review("0.5");
    const dialog = await reviewing();
    await within(dialog).findByText("Solana");
    for (const fact of [OWN, "You sell0.5000 BBUX", "Fee (3%)0.0150 BBUX", "You get0.4850 SOL", "NetworkSolana"])
      expect(dialog.textContent).toContain(fact);
    expect(within(dialog).getByRole("button", { name: "Sell 0.5000 BBUX" })).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Back"));
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(dialog.isConnected).toBe(false));
    expect(screen.getByLabelText<HTMLInputElement>("Amount in BBUX").value).toBe("0.5");
    expect(screen.getByLabelText<HTMLInputElement>("Destination address").value).toBe(OWN);
    expect(count("wallet.action")).toBe(0);
  });

  it("gets the focus back at its button after Back", async () => {
    await sellForm();
    fill("Amount in BBUX", "0.5");
    fill("Destination address", OWN);
    const button = screen.getByRole("button", { name: "Review sale" });
    await userEvent.click(button);
    await userEvent.click(within(await reviewing()).getByRole("button", { name: "Back" }));
    await waitFor(() => expect(document.activeElement).toBe(button));
  });

  it("leads to the review on Enter in a field, and sends nothing", async () => {
    const { count } = await sellForm();
    fill("Destination address", OWN);
    await userEvent.type(screen.getByLabelText("Amount in BBUX"), "0.5{Enter}");
    await reviewing();
    expect(count("wallet.action")).toBe(0);
  });

  it("sends to the address that was reviewed, even if another wallet is connected meanwhile", async () => {
    const { callsOf } = await sellForm({ "wallet.action": refusal({ status: 422 }) });
    act(() => changeConnection({ loading: "ready", address: OWN, walletName: "Purse" }));
    fill("Amount in BBUX", "0.5");
    press("Review sale");
    const dialog = await reviewing();
    act(() => changeConnection({ address: OTHER }));
    expect(screen.getByLabelText<HTMLInputElement>("Destination address").value).toBe(OTHER);
    expect(dialog.textContent).toContain(OWN);
    await confirm();
    await waitFor(() => expect(callsOf("wallet.action")[0]?.input).toMatchObject({ destinationAddress: OWN }));
  });

  it("shows only the fee's rate and the daily limit until an amount is typed", async () => {
    await sellForm();
    const terms = () => screen.getAllByRole("term").map(({ textContent }) => textContent);
    expect(terms()).toEqual(["Fee (3%)", "Daily limit left"]);
    expect(line("Fee (3%)")).toBe("taken from the amount");
    fill("Amount in BBUX", "1");
    expect(terms()).toEqual(["You sell", "Fee (3%)", "You get", "Daily limit left"]);
    fill("Amount in BBUX", "");
    expect(terms()).toEqual(["Fee (3%)", "Daily limit left"]);
  });

  it("shows the fee, the result and the rest of the daily limit while typing, and knows the maximum [M1.04 M2.05]", async () => {
    await sellForm();
    press(/^Max/);
    expect(screen.getByLabelText<HTMLInputElement>("Amount in BBUX").value).toBe("5");
    expect(line("Fee (3%)")).toBe("0.1500 BBUX");
    expect(line("You get")).toBe("4.8500 SOL");
    expect(line("Daily limit left")).toBe("9,995.0000 BBUX");
    fill("Amount in BBUX", "0.001");
    expect(line("Fee (3%)")).toBe("0.00003 BBUX");
    expect(line("You get")).toBe("0.00097 SOL");
  });

  it("says 'Failed to create withdrawal request' and why, keeps the input, and refetches the wallet [M8.16 M4.18]", async () => {
    const reason = "Nobody has the key of this address";
    const { count } = await sellForm({ "wallet.action": refusal({ status: 422, error: reason }) });
    await sell("0.5");
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toBe(`Failed to create withdrawal request${reason}.`);
    expect(screen.getByLabelText<HTMLInputElement>("Amount in BBUX").value).toBe("0.5");
    await waitFor(() => expect(count("wallet.get")).toBe(2));
    expect(count("wallet.processWithdrawal")).toBe(0);
  });

  it("sends the fee that it shows; if that has risen, it says so, shows the new one, and sells only when asked again", async () => {
    let rate = "300";
    const prices = () => ({
      parameters: PARAMETERS.parameters.map((one) => (one.name === "withdrawalFee" ? { ...one, value: rate } : one)),
    });
    const error = "The fee has changed, so nothing was taken. Please check the new amounts and confirm again.";
    const { callsOf } = await sellForm({
      "parameters.list": prices,
      "wallet.action": ({ input }: Call) =>
        Object(input).maxFee === "0.05" ? CREATED : refusal({ status: 409, code: "PRICE_CHANGED", error }),
    });
    review("0.5");
    await reviewing();
    rate = "1000";
    await confirm();
    expect((await screen.findByRole("alert")).textContent).toContain(error);
    await screen.findByText("Fee (10%)");
    expect(line("Fee (10%)")).toBe("0.0500 BBUX");
    const accepted = () => callsOf("wallet.action").map(({ input }) => Object(input).maxFee);
    expect(accepted()).toEqual(["0.015"]);
    press("Review sale");
    await confirm();
    await waitFor(() => expect(accepted()).toEqual(["0.015", "0.05"]));
  });

  it.each([
    [true, "Your 0.5000 BBUX were refunded: amount and fee are back in your balance."],
    [false, "The network refused it"],
  ])(
    "says that a withdrawal failed, and calls it refunded only if it was: %s [M8.17 M4.15 M4.18]",
    async (refunded, reason) => {
      const { count, callsOf } = await sellForm({
        "wallet.action": CREATED,
        "wallet.processWithdrawal": { ...FAILED, refunded },
        "wallet.transaction": row("failed"),
      });
      await sell("0.5");
      const alert = await screen.findByRole("alert");
      expect(alert.textContent).toBe(`Withdrawal failed. Please try again.${reason}`);
      expect(screen.queryByRole("dialog")).toBeNull();
      await waitFor(() => expect(count("wallet.get")).toBeGreaterThan(1));
      for (const call of ["wallet.action", "wallet.processWithdrawal"].flatMap(callsOf))
        expect(call.headers.get("idempotency-key")).toMatch(KEY);
    },
  );

  it("reports in its dialog when a pending withdrawal fails, and asks once whether it was refunded [M8.17 M4.15]", async () => {
    const answers = [{ ...FAILED, status: "pending", refunded: false }, FAILED];
    const { count } = await sellForm({
      "wallet.action": CREATED,
      "wallet.processWithdrawal": () => answers.shift(),
      "wallet.transaction": row("failed"),
    });
    await sell("0.5");
    const dialog = await screen.findByRole("dialog", { name: "Withdrawal failed" });
    await within(dialog).findByText(/^Your 0.5000 BBUX were refunded/);
    expect(within(dialog).getByRole("alert").textContent).toContain("Withdrawal failed. Please try again.");
    expect(count("wallet.processWithdrawal")).toBe(2);
  });

  it("leads on to the transactions while a withdrawal is pending", async () => {
    await sellForm({
      "wallet.action": CREATED,
      "wallet.processWithdrawal": { ...FAILED, status: "pending", refunded: false },
      "wallet.transaction": row("pending"),
    });
    await sell("0.5");
    const dialog = await screen.findByRole("dialog", { name: "Withdrawal sent" });
    const next = within(dialog).getByRole("link", { name: "Follow it in your transactions" });
    expect(next.getAttribute("href")).toBe("/transactions");
  });

  it("follows a withdrawal whose processing got no response, without calling it failed [M4.13 M8.17]", async () => {
    const { callsOf } = await sellForm({
      "wallet.action": CREATED,
      "wallet.processWithdrawal": unreached,
      "wallet.transaction": row("completed"),
    });
    await sell("0.5");
    const dialog = await screen.findByRole("dialog", { name: "Withdrawal completed" });
    expect(dialog.textContent).toContain("0.4850 SOL has been sent");
    expect(dialog.textContent).toContain("Fee (3%)0.0150 BBUX");
    const next = within(dialog).getByRole("link", { name: "See it in your transactions" });
    expect(next.getAttribute("href")).toBe("/transactions");
    expect(callsOf("wallet.transaction")[0]?.input).toEqual({ transactionId: "31" });
    expect(screen.queryByText(/Withdrawal failed/)).toBeNull();
  });
});
