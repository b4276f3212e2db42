// @vitest-environment happy-dom

import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import { fill, leave, press, type Replies, refusal, serve, show } from "../../lib/render.support.tsx";
import { DEPOSIT, OWN, WALLET_OF_FIVE } from "../../lib/wallet.support.ts";
import { changeConnection, publishControls, resetConnection } from "../solana/index.ts";
import { BuyForm } from "./BuyForm.tsx";
import { Credited } from "./BuyParts.tsx";
import { useWallet } from "./useWallet.ts";

afterEach(() => {
  resetConnection();
  leave();
});

const REQUESTED = { success: true, transactionId: "41", transaction: {} };
const row = (status: string) => ({ transaction: { transactionId: "41", status, amount: "1.25" } });

/** The form with the wallet it is shown beside, as on the page. */
function Buying() {
  const { data, isFetched } = useWallet();
  return isFetched ? <BuyForm wallet={data} /> : null;
}

async function buyForm(replies: Replies = {}, tab: "Direct" | "Manual" = "Manual") {
  const server = serve({ "wallet.get": WALLET_OF_FIVE, "wallet.transaction": row("pending"), ...replies });
  show(<Buying />);
  fireEvent.click(await screen.findByRole("tab", { name: tab }));
  return server;
}

/** Asks for a deposit by hand and returns the dialog with the instructions. */
async function requested(replies: Replies = {}) {
  const server = await buyForm({ "wallet.action": REQUESTED, ...replies });
  fill("Amount in SOL", "1.25");
  press("Show payment instructions");
  return { ...server, dialog: await screen.findByRole("dialog", { name: "How to pay" }) };
}

const field = () => screen.getByLabelText("Amount in SOL");
/** Browsers send a form with one field on Enter, even if it has no button for that. */
const pressEnter = () => fireEvent.submit(screen.getByRole("form", { name: "Buy from your wallet" }));
const line = (term: string) => screen.getByText(term).nextElementSibling?.textContent;

describe("buying", () => {
  it.each([
    ["Direct", pressEnter],
    ["Manual", () => press("Show payment instructions")],
  ] as const)(
    "takes 0.001 to 1000 SOL in steps of 0.001 in the tab %s, and shows what it gives [M2.04 M5.03 M5.04 M1.03]",
    async (tab, send) => {
      const { count } = await buyForm({}, tab);
      expect(screen.getAllByRole("tab").map((one) => one.textContent)).toEqual(["Direct", "Manual"]);
      expect(["min", "max", "step"].map((name) => field().getAttribute(name))).toEqual(["0.001", "1000", "0.001"]);
      for (const [typed, problem] of [
        ["0.0005", "Amount must be at least 0.001 SOL"],
        ["1000.001", "Amount must be at most 1000 SOL"],
        ["0.0015", "Amount must be a multiple of 0.001 SOL"],
      ] as const) {
        fill("Amount in SOL", typed);
        send();
        expect(screen.getByText(problem)).toBeTruthy();
        await waitFor(() => expect(document.activeElement).toBe(field()));
      }
      fill("Amount in SOL", "2.5");
      expect([line("You pay"), line("You get")]).toEqual(["2.5000 SOL", "2.5000 BBUX"]);
      expect(count("wallet.action")).toBe(0);
    },
  );
});

describe("the receipt", () => {
  it.each(["Direct", "Manual"] as const)(
    "has only the rate in the tab %s until an amount is typed, and then the whole purchase [M1.03]",
    async (tab) => {
      await buyForm({}, tab);
      const receipt = () => screen.getByRole("region", { name: "Receipt" }).textContent;
      expect(receipt()).toBe("Rate1 SOL = 1 BBUX, no fee");
      fill("Amount in SOL", "2");
      expect(receipt()).toMatch(/^You pay2\.0000 SOLRate.*You get2\.0000 BBUXBalance after7\.0000 BBUX\S/);
      fill("Amount in SOL", "");
      expect(receipt()).toBe("Rate1 SOL = 1 BBUX, no fee");
    },
  );
});

describe("the first purchase", () => {
  it("is explained in three sentences, until BBUX has come in", async () => {
    await buyForm({ "wallet.get": { ...WALLET_OF_FIVE, bbuxBalance: "0" } });
    const list = screen.getByRole("list", { name: "How buying works" });
    expect(within(list).getAllByRole("listitem")).toHaveLength(3);
    leave();
    await buyForm();
    expect(screen.queryByRole("list", { name: "How buying works" })).toBeNull();
  });

  it.each(["Direct", "Manual"] as const)(
    "has amounts in the tab %s that fill in the field and send nothing",
    async (tab) => {
      const { count } = await buyForm({}, tab);
      press("5 SOL");
      expect([line("You pay"), line("You get")]).toEqual(["5.0000 SOL", "5.0000 BBUX"]);
      const pressed = screen.getAllByRole("button", { pressed: true }).map(({ textContent }) => textContent);
      expect(pressed).toEqual(["5 SOL"]);
      fill("Amount in SOL", "5.001");
      expect(screen.queryAllByRole("button", { pressed: true })).toEqual([]);
      expect(count("wallet.action")).toBe(0);
    },
  );
});

describe("buying by hand", () => {
  it("says 'Platform address not available' if the wallet couldn't be fetched, and refetches it [M8.09 M4.18]", async () => {
    const { count } = await buyForm({ "wallet.get": refusal({ status: 429, code: "RATE_LIMITED" }) });
    fill("Amount in SOL", "1");
    press("Show payment instructions");
    expect(screen.getByRole("alert").textContent).toContain("Platform address not available");
    await waitFor(() => expect(count("wallet.get")).toBe(2));
    expect(count("wallet.action")).toBe(0);
  });

  it("says 'Failed to create deposit request' and why, keeps the amount, and refetches the wallet [M8.14 M4.18 M7.54]", async () => {
    const error = "You have too many deposit requests open";
    const { count, callsOf } = await buyForm({ "wallet.action": refusal({ status: 409, error }) });
    fill("Amount in SOL", "1");
    press("Show payment instructions");
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toBe(`Failed to create deposit request${error}.`);
    expect(field()).toHaveProperty("value", "1");
    await waitFor(() => expect(count("wallet.get")).toBe(2));
    expect(screen.queryByRole("dialog")).toBeNull();
    const [call] = callsOf("wallet.action");
    expect(call?.input).toEqual({ action: "deposit", amount: "1" });
    expect(call?.headers.get("idempotency-key")).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("shows the address, the amount and a QR code, and asks for a signature [M4.11 M5.08]", async () => {
    const { dialog, count } = await requested();
    expect(dialog.textContent).toContain(DEPOSIT);
    expect(dialog.textContent).toContain("1.2500 SOL");
    expect(within(dialog).getByRole("img", { name: "Payment request as a QR code" })).toBeTruthy();
    press("Confirm payment");
    expect(within(dialog).getByText("Transaction signature is required")).toBeTruthy();
    expect(count("wallet.confirmDeposit")).toBe(0);
  });

  it("says 'Failed to confirm deposit' and refetches the wallet when nothing has the signature [M8.15 M4.18]", async () => {
    const missing = refusal({ status: 404, code: "NOT_FOUND", error: "Not found" });
    const { dialog, count } = await requested({ "wallet.confirmDeposit": missing });
    await waitFor(() => expect(count("wallet.get")).toBe(2));
    fill("Transaction signature", "5".repeat(88));
    press("Confirm payment");
    const alert = await within(dialog).findByRole("alert");
    expect(alert.textContent).toContain("Failed to confirm deposit");
    expect(alert.textContent).toContain("We can't find a payment with this signature yet");
    await waitFor(() => expect(count("wallet.get")).toBe(3));
  });

  it("shows its instructions again, and a payment that was credited without a signature [M4.11 M4.12]", async () => {
    let status = "pending";
    const { dialog } = await requested({ "wallet.transaction": () => row(status) });
    fireEvent.click(within(dialog).getByText("Close"));
    await waitFor(() => expect(dialog.isConnected).toBe(false));
    status = "completed";
    press("Show the instructions for 1.2500 SOL again");
    const done = await screen.findByRole("dialog", { name: "Deposit credited" });
    expect(done.textContent).toContain("1.2500 BBUX is in your balance");
    expect(within(done).getByRole("link", { name: "Ask a question" }).getAttribute("href")).toBe("/posts/create");
  });
});

it("a purchase for a question leads back to it", async () => {
  const { router } = show(<Credited amount="1.25" />);
  await act(async () => {
    router.history.push("/wallet?from=question");
    await router.load();
  });
  const back = screen.getByRole("link", { name: "Back to your question" });
  expect(back.getAttribute("href")).toBe("/posts/create");
});

describe("buying from a connected wallet", () => {
  const BYTES = { bytes: new Uint8Array([1, 2, 3]), signature: "5".repeat(88) };

  async function buys(sol: number, replies: Replies = {}, sign = async () => BYTES) {
    const server = await buyForm({ "wallet.getBlockhash": { success: true, blockhash: OWN }, ...replies }, "Direct");
    server.answerChain({ value: sol * 1e9 });
    publishControls({ sign, prove: null, select() {}, disconnect: async () => {} });
    changeConnection({ loading: "ready", address: OWN, walletName: "Purse" });
    await screen.findByText(/^Purse/);
    return server;
  }

  it("says 'Please connect your wallet first' without one [M5.07]", async () => {
    const { count } = await buyForm({}, "Direct");
    fill("Amount in SOL", "1");
    expect(screen.queryByRole("button", { name: /^Buy / })).toBeNull();
    expect(screen.getAllByRole("button", { name: "Connect wallet" })).toHaveLength(1);
    pressEnter();
    expect((await screen.findByRole("alert")).textContent).toContain("Please connect your wallet first");
    expect(count("wallet.getBlockhash")).toBe(0);
  });

  it("says when the wallet has no SOL, or not enough for the amount and the network's fee", async () => {
    await buys(0);
    expect(await screen.findByText("There is no SOL in this wallet.")).toBeTruthy();
  });

  it("says 'Transaction sent but confirmation failed' and why, and refetches the wallet [M8.13 M4.18]", async () => {
    const { count } = await buys(10, {
      "wallet.sendTransaction": { success: true, signature: BYTES.signature },
      "wallet.confirmDirectDeposit": refusal({ status: 422, code: "TRANSACTION_FAILED", error: "It failed" }),
    });
    fill("Amount in SOL", "10");
    expect(await screen.findByText("There isn't enough SOL in this wallet.")).toBeTruthy();
    fill("Amount in SOL", "1");
    press("Buy 1.0000 BBUX");
    expect((await screen.findByRole("alert")).textContent).toBe("Transaction sent but confirmation failedIt failed");
    await waitFor(() => expect(count("wallet.get")).toBeGreaterThan(1));
  });

  it("pays only by its button, which says what it buys", async () => {
    const { count } = await buys(10, {}, () => Promise.reject(new Error("Declined")));
    expect(screen.getByRole("button", { name: "Buy BBUX" })).toBeTruthy();
    await userEvent.type(field(), "2.5{Enter}");
    const button = screen.getByRole("button", { name: "Buy 2.5000 BBUX" });
    expect(count("wallet.getBlockhash")).toBe(0);
    await userEvent.click(button);
    expect((await screen.findByRole("alert")).textContent).toContain("Declined");
    expect(count("wallet.getBlockhash")).toBe(1);
  });

  it("can be canceled until it is signed, and sends no signature that comes later", async () => {
    const late = Promise.withResolvers<typeof BYTES>();
    const signatures = [late.promise, Promise.resolve({ ...BYTES, bytes: new Uint8Array([4]) })];
    const { callsOf } = await buys(
      10,
      {
        "wallet.sendTransaction": { success: true, signature: BYTES.signature },
        "wallet.confirmDirectDeposit": refusal({ status: 422, code: "TRANSACTION_FAILED", error: "It failed" }),
      },
      () => signatures.shift() ?? late.promise,
    );
    fill("Amount in SOL", "1");
    press("Buy 1.0000 BBUX");
    await screen.findByRole("button", { name: "Waiting for your signature..." });
    press("Cancel");
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Buy 1.0000 BBUX" }));
    expect(screen.getByText(/^Canceled\. Nothing was paid\./)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Cancel" })).toBeNull();
    await act(async () => late.resolve(BYTES));

    press("Buy 1.0000 BBUX");
    await screen.findByRole("alert");
    const sent = callsOf("wallet.sendTransaction").map(({ input }) => Object(input).serializedTransaction);
    expect(sent).toEqual([[4]]);
  });
});
