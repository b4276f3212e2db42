// @vitest-environment happy-dom
import type { WalletTransaction } from "@bbux/contract";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { foreign, leave, press, refusal, serve, show } from "../../lib/render.support.tsx";
import { TransactionsPage } from "./TransactionsPage.tsx";

afterEach(leave);

const ADDRESS = "4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T";
const SALE: WalletTransaction = {
  id: "3",
  transactionId: "3",
  userId: "7",
  type: "withdrawal",
  kind: "withdrawal",
  category: "spend",
  amount: "-100",
  fee: "3",
  netAmount: "97",
  balanceAfter: "5",
  status: "completed",
  txHash: "5".repeat(88),
  destinationAddress: ADDRESS,
  description: "Sold BBUX",
  metadata: "{}",
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
};
const NETWORK = {
  cluster: "mainnet-beta",
  local: false,
  explorerTransaction: "https://explorer.example/tx/{signature}",
  explorerAddress: null,
};
const listOf = (...transactions: readonly WalletTransaction[]) => ({
  transactions,
  pagination: { page: 1, limit: 20, total: transactions.length, totalPages: 1 },
});
const page = <TransactionsPage search={{}} onSearch={() => {}} />;

describe("the transactions", () => {
  it("say 'Failed to fetch transactions' when loading fails, and load after another try [M8.02]", async () => {
    let fails = true;
    serve({ "wallet.allTransactions": () => (fails ? refusal() : listOf(SALE)), "wallet.network": NETWORK });
    show(page);
    expect((await screen.findByRole("alert")).textContent).toContain("Failed to fetch transactions");
    fails = false;
    press("Try again");
    expect(await screen.findByText("1 transaction, newest first")).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("say 'HTTP {status}' when the failure has no text [C8.03]", async () => {
    serve({ "wallet.allTransactions": foreign(418, '[{"teapot":true}]') });
    show(page);
    expect((await screen.findByRole("alert")).textContent).toContain("Failed to fetch transactionsHTTP 418.");
  });

  it.each([
    ["approval", "2026-01-04T00:00:00.000Z", null, /^Two admins review each large withdrawal .* Deadline: .*2026/],
    ["limit", null, null, /^We.ve reached our payout limit for this hour or day/],
    ["stopped", null, null, /^Our operators have stopped all payments/],
    ["sent", "2026-01-02T00:00:00.000Z", null, /usually final within a minute\.$/],
    [
      "returned",
      null,
      "An admin refused it: unknown address",
      /^An admin refused it: unknown address\. The amount and fee are back/,
    ],
  ] as const)("say where a withdrawal is and what happens next: %s [M4.16]", async (stage, until, reason, text) => {
    serve({
      "wallet.allTransactions": listOf({ ...SALE, withdrawal: { stage, until, reason } }),
      "wallet.network": NETWORK,
    });
    show(page);
    fireEvent.click(await screen.findByRole("button", { name: /^Withdrawal/ }));
    const status = screen.getAllByRole("term").find((term) => term.textContent === "Status");
    expect(status?.nextElementSibling?.textContent).toMatch(text);
  });

  it("say until when and why a withdrawal is held, and cancel it", async () => {
    const until = "2026-01-04T00:00:00.000Z";
    const held = { reason: "HELD_SECURITY", cause: "password_reset", until } as const;
    const withdrawal = { stage: "held", until, reason: null, held } as const;
    const server = serve({
      "wallet.allTransactions": listOf({ ...SALE, withdrawal }),
      "wallet.network": NETWORK,
      "wallet.cancelWithdrawal": { success: true, transaction: SALE },
    });
    show(page);
    fireEvent.click(await screen.findByRole("button", { name: /^Withdrawal/ }));
    const status = screen.getAllByRole("term").find((term) => term.textContent === "Status");
    expect(status?.nextElementSibling?.textContent).toMatch(/^Held until .*2026.*, because your password was reset\. /);
    fireEvent.click(screen.getByRole("button", { name: "Cancel withdrawal" }));
    const canceled = () => server.callsOf("wallet.cancelWithdrawal");
    await waitFor(() => expect(canceled().map(({ input }) => input)).toEqual([{ transactionId: SALE.transactionId }]));
  });

  it("open their details: description, fee, net, destination, and the explorer", async () => {
    serve({ "wallet.allTransactions": listOf(SALE), "wallet.network": NETWORK });
    show(page);
    const toggle = await screen.findByRole("button", { name: /^Withdrawal/ });
    fireEvent.click(toggle);
    const details = Object.fromEntries(
      screen.getAllByRole("term").map((term) => [term.textContent, term.nextElementSibling?.textContent ?? ""]),
    );
    expect(details).toMatchObject({ Description: "Sold BBUX", Fee: "3.0000 BBUX", Net: "97.0000 SOL" });
    expect(details.Destination).toContain(ADDRESS);
    const link = await screen.findByRole("link", { name: /^View in explorer/ });
    expect(link.getAttribute("href")).toBe(`https://explorer.example/tx/${SALE.txHash}`);
    fireEvent.click(toggle);
    expect(screen.queryAllByRole("term")).toEqual([]);
  });
});
