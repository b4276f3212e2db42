// @vitest-environment happy-dom
import { DEPOSIT_WAITS } from "@bbux/contract";
import { screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { leave, press, refusal, serve, show } from "../../lib/render.support.tsx";
import { WalletPage } from "./WalletPage.tsx";
import { WALLET_OF_FIVE } from "./wallet.support.ts";

afterEach(leave);

const page = <WalletPage side="buy" onSide={() => {}} />;
const HISTORY = { points: [] };

describe("the wallet", () => {
  it("says 'Failed to fetch wallet data' and why, and shows the balance after another try [M8.01]", async () => {
    let fails = true;
    const failure = refusal({ status: 429, code: "RATE_LIMITED", error: "Too many requests" });
    serve({ "wallet.get": () => (fails ? failure : WALLET_OF_FIVE), "wallet.balanceHistory": HISTORY });
    show(page);
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("Failed to fetch wallet dataToo many requests.");
    fails = false;
    press("Try again");
    const balance = await screen.findByRole("region", { name: "Your balance" });
    expect(balance.querySelector("p")?.textContent).toBe("5.0000 BBUX");
    await waitFor(() => expect(alert.isConnected).toBe(false));
  });

  it("says which deposits wait and why, and what else has arrived [M4.06]", async () => {
    const large = { id: "1", amount: "120", signature: "a", reason: "approval", since: "2026-03-01T00:00:00.000Z" };
    const disputed = { ...large, id: "2", amount: "1.5", reason: "nodes_disagree" };
    const wallet = { ...WALLET_OF_FIVE, arriving: "122", waiting: [large, disputed] };
    serve({ "wallet.get": wallet, "wallet.balanceHistory": HISTORY });
    show(page);
    const balance = await screen.findByRole("region", { name: "Your balance" });
    const said = [...balance.querySelectorAll("p")].map((paragraph) => paragraph.textContent);
    expect(said).toContain(`120.0000 SOL arrived. ${DEPOSIT_WAITS.approval}`);
    expect(said).toContain(`1.5000 SOL arrived. ${DEPOSIT_WAITS.nodes_disagree}`);
    expect(said.find((text) => text?.includes("at your deposit address"))).toMatch(/^0\.5000 SOL at/);
  });

  it("says which of the latest withdrawals take longer, why, and by when they are given back [M4.16]", async () => {
    const row = {
      ...{ id: "3", transactionId: "3", userId: "7", type: "withdrawal", kind: "withdrawal", category: "spend" },
      ...{ amount: "-120", balanceAfter: "5", status: "pending", description: "Sold BBUX", metadata: "{}" },
      ...{ createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-01-01T00:00:00.000Z" },
    };
    const until = "2026-01-04T00:00:00.000Z";
    const transactions = [
      { ...row, withdrawal: { stage: "approval", until, reason: null } },
      { ...row, id: "4", transactionId: "4", withdrawal: { stage: "sent", until, reason: null } },
    ];
    serve({ "wallet.get": { ...WALLET_OF_FIVE, transactions }, "wallet.balanceHistory": HISTORY });
    show(page);
    const balance = await screen.findByRole("region", { name: "Your balance" });
    const said = [...balance.querySelectorAll("p")].map(({ textContent }) => textContent);
    expect(said.filter((text) => text.startsWith("Your withdrawal"))).toEqual([
      expect.stringMatching(
        /^Your withdrawal of 120.* BBUX: Two admins review each large withdrawal .* Deadline: .*2026/,
      ),
    ]);
  });

  it("says when withdrawals are stopped", async () => {
    const withdrawals = { ...WALLET_OF_FIVE.withdrawals, stopped: true };
    serve({ "wallet.get": { ...WALLET_OF_FIVE, withdrawals }, "wallet.balanceHistory": HISTORY });
    show(page);
    expect(await screen.findByText(/^Withdrawals are stopped at the moment/)).toBeTruthy();
  });
});
