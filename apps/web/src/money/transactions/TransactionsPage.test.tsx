// @vitest-environment happy-dom
import type { WalletTransaction } from "@bbux/contract";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { type Call, foreign, leave, press, refusal, serve, show } from "../../lib/render.support.tsx";
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

/** Newest first, with the balance that each leaves. */
const reward = (id: string, createdAt: string, balanceAfter: string, facts: object): WalletTransaction => ({
  ...{ id, transactionId: id, userId: "7", type: "reward", kind: "reward", category: "reward", amount: "0.25" },
  ...{ balanceAfter, status: "completed", description: "Paid", createdAt, updatedAt: createdAt },
  metadata: JSON.stringify(facts),
});
const STAKING = { action: "staking_reward", day: "2026-02-28" };
const REWARDS = [
  reward("14", "2026-03-02T09:00:00.000Z", "6", STAKING),
  reward("13", "2026-03-01T23:59:00.000Z", "5.75", STAKING),
  reward("12", "2026-03-01T12:00:00.000Z", "5.5", { action: "win_bounty", post: "50", title: "Who explains it?" }),
  reward("11", "2026-03-01T00:00:00.000Z", "5.25", STAKING),
];
const PLACED: WalletTransaction = {
  ...reward("10", "2026-02-28T12:00:00.000Z", "5", {
    ...{ action: "place_bounty", post: "49", title: "How does it work?", fee: "0.1" },
  }),
  ...{ type: "bounty", kind: "bounty", category: "spend", amount: "-2.1" },
};

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
    ["approval", "2026-01-04T00:00:00.000Z", null, /^Two admins review each large withdrawal .* Due by .*2026/],
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
    expect(details).toMatchObject({ Description: "Sold BBUX", "Fee (3%)": "3.0000 BBUX", Net: "97.0000 SOL" });
    expect(details.Destination).toContain(ADDRESS);
    const link = await screen.findByRole("link", { name: /^View in explorer/ });
    expect(link.getAttribute("href")).toBe(`https://explorer.example/tx/${SALE.txHash}`);
    fireEvent.click(toggle);
    expect(screen.queryAllByRole("term")).toEqual([]);
  });

  it("show the rewards of a day as one row with their sum, which opens to each of them", async () => {
    serve({ "wallet.allTransactions": listOf(...REWARDS, PLACED), "wallet.network": NETWORK });
    show(page);
    const day = await screen.findByRole("button", { name: /^Rewards/ });
    const row = day.closest("tr");
    expect(row?.textContent).toMatch(/1 bounty won, 2 rewards for your stake.*Mar 1, 2026|1 Mar 2026/);
    expect(row?.textContent).toContain("+0.7500 BBUX");
    expect(row?.textContent).toContain("5.7500 BBUX");
    const shown = () => screen.getAllByRole("rowheader").filter((cell) => !cell.closest("tbody")?.hidden);
    expect(shown().map(({ textContent }) => textContent?.split(",")[0])).toEqual(["Reward", "Rewards", "Bounty"]);
    expect(screen.getByText("5 transactions, newest first")).toBeTruthy();
    fireEvent.click(day);
    expect(day.getAttribute("aria-expanded")).toBe("true");
    expect(shown()).toHaveLength(6);
    expect(
      day
        .getAttribute("aria-controls")
        ?.split(" ")
        .map((id) => document.getElementById(id)?.hidden),
    ).toEqual([false, false, false]);
  });

  it("say of a reward for the stake that it is one, without the date, which has a column", async () => {
    serve({ "wallet.allTransactions": listOf(...REWARDS.slice(0, 1)), "wallet.network": NETWORK });
    show(page);
    const toggle = await screen.findByRole("button", { name: /^Reward/ });
    expect(toggle.closest("th")?.textContent).toBe("Reward, detailsYour stake");
  });

  it("show one sum for a day that a page break cuts in two, and say on the next page where it is", async () => {
    const [later, ...day] = REWARDS;
    const pages = [
      [later, day[0]],
      [day[1], day[2]],
      [PLACED, SALE],
    ];
    const listed = ({ input }: Call) => {
      const { page } = input as { page: number };
      return { transactions: pages[page - 1], pagination: { page, limit: 2, total: 6, totalPages: 3 } };
    };
    serve({ "wallet.allTransactions": listed, "wallet.network": NETWORK });
    const { again } = show(page);
    expect((await screen.findByRole("button", { name: /^Rewards/ })).closest("tr")?.textContent).toContain(
      "+0.7500 BBUX",
    );
    again(<TransactionsPage search={{ page: 2 }} onSearch={() => {}} />);
    const link = await screen.findByRole("link", { name: "on the previous page" });
    expect(link.getAttribute("href")).toBe("/transactions");
    expect(link.closest("p")?.textContent).toMatch(/^The rewards of .*2026 are on the previous page\.$/);
    expect(screen.queryByRole("button", { name: /^Reward/ })).toBeNull();
    again(<TransactionsPage search={{ page: 3 }} onSearch={() => {}} />);
    expect(await screen.findByRole("button", { name: /^Withdrawal/ })).toBeTruthy();
    expect(screen.queryByRole("link", { name: "on the previous page" })).toBeNull();
  });

  it("link each bounty to its question, and show the fee that its amount includes", async () => {
    serve({ "wallet.allTransactions": listOf(PLACED), "wallet.network": NETWORK });
    show(page);
    const link = await screen.findByRole("link", { name: "How does it work?" });
    expect(link.getAttribute("href")).toBe("/posts/49");
    const row = link.closest("tr");
    expect(row?.textContent).toMatch(/−2\.1000 BBUXwith a fee of 0\.1000 BBUX/);
    fireEvent.click(screen.getByRole("button", { name: /^Bounty/ }));
    const details = Object.fromEntries(
      screen.getAllByRole("term").map((term) => [term.textContent, term.nextElementSibling?.textContent ?? ""]),
    );
    expect(details).toMatchObject({
      ...{ Question: "How does it work?", Bounty: "2.0000 BBUX", "Governance fee (5%)": "0.1000 BBUX" },
    });
  });
});
