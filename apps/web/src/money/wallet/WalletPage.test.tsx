// @vitest-environment happy-dom
import { DEPOSIT_WAITS } from "@bbux/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { leave, press, refusal, serve, show } from "../../lib/render.support.tsx";
import { OWN, WALLET_OF_FIVE } from "../../lib/wallet.support.ts";
import { changeConnection, publishControls, resetConnection } from "../solana/index.ts";
import { WalletPage } from "./WalletPage.tsx";

afterEach(() => {
  resetConnection();
  leave();
});

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

  it("shows each part's amount, and the total only if some is elsewhere [M2.02]", async () => {
    const open = async (wallet: object) => {
      serve({ "wallet.get": wallet, "wallet.balanceHistory": HISTORY });
      show(page);
      return (await screen.findByRole("region", { name: "Your balance" })).textContent ?? "";
    };
    const split = await open({ ...WALLET_OF_FIVE, staked: "4", inEscrow: "0.5", onItsWay: "0.25" });
    expect(split).toMatch(/Available5\.0000 BBUX9\.7500 BBUX in total/);
    expect(split).toMatch(/Staked4\.0000 BBUX.*In escrow0\.5000 BBUX.*Withdrawing0\.2500 BBUX/);
    leave();
    expect(await open(WALLET_OF_FIVE)).not.toContain("in total");
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
      expect.stringMatching(/^Your withdrawal of 120.* BBUX: Two admins review each large withdrawal .* Due by .*2026/),
    ]);
  });

  it("shows the status of a latest transaction only while it isn't completed, without a column for it", async () => {
    const row = {
      ...{ transactionId: "3", userId: "7", type: "deposit", kind: "deposit", category: "earn", amount: "5" },
      ...{ balanceAfter: "5", description: "Bought BBUX", metadata: "{}", withdrawal: null },
      ...{ createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-01-01T00:00:00.000Z" },
    };
    const transactions = (["completed", "pending", "failed"] as const).map((status) => ({
      ...row,
      id: status,
      status,
    }));
    serve({ "wallet.get": { ...WALLET_OF_FIVE, transactions }, "wallet.balanceHistory": HISTORY });
    show(page);
    const table = await screen.findByRole("table", { name: "Latest transactions" });
    const texts = (selector: string) => [...table.querySelectorAll(selector)].map(({ textContent }) => textContent);
    expect(texts("thead th")).toEqual(["Type", "Date", "Amount", "Balance"]);
    expect(texts("[data-tone]")).toEqual(["Status: Pending", "Status: Failed"]);
  });

  it("says what the first BBUX is for, with a way to each use, until some has been used", async () => {
    const open = (wallet: object) => {
      serve({ "wallet.get": wallet, "wallet.balanceHistory": HISTORY });
      show(page);
    };
    open(WALLET_OF_FIVE);
    const next = await screen.findByRole("region", { name: "Put your BBUX to use" });
    expect([...next.querySelectorAll("a")].map((link) => link.getAttribute("href"))).toEqual([
      "/posts/create",
      "/governance",
      expect.stringMatching(/^\/community\?.*hasBounty=true/),
    ]);
    leave();
    open({ ...WALLET_OF_FIVE, inEscrow: "2" });
    await screen.findByRole("region", { name: "Your balance" });
    expect(screen.queryByRole("region", { name: "Put your BBUX to use" })).toBeNull();
  });

  it("has one button to connect a wallet, and its menu at the top once one is connected [M2.03]", async () => {
    const { answerChain } = serve({ "wallet.get": WALLET_OF_FIVE, "wallet.balanceHistory": HISTORY });
    show(page);
    await screen.findByRole("region", { name: "Your balance" });
    expect(screen.getAllByRole("button", { name: "Connect wallet" })).toHaveLength(1);
    answerChain({ value: 1e9 });
    publishControls({
      sign: async () => ({ bytes: new Uint8Array(), signature: "" }),
      prove: null,
      select() {},
      disconnect: async () => {},
    });
    changeConnection({ loading: "ready", address: OWN, walletName: "Purse" });
    expect(await screen.findByRole("button", { name: /connected by Purse$/ })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Connect wallet" })).toBeNull();
    expect(screen.getByRole("button", { name: "Buy BBUX" })).toBeTruthy();
  });

  it("says when withdrawals are stopped", async () => {
    const withdrawals = { ...WALLET_OF_FIVE.withdrawals, stopped: true };
    serve({ "wallet.get": { ...WALLET_OF_FIVE, withdrawals }, "wallet.balanceHistory": HISTORY });
    show(page);
    expect(await screen.findByText(/^Withdrawals are paused/)).toBeTruthy();
  });
});

describe("advice to add a second factor", () => {
  const held = (part: Partial<typeof WALLET_OF_FIVE>) => ({ ...WALLET_OF_FIVE, ...part });
  const rich = held({ staked: "4", inEscrow: "0.5", onItsWay: "0.6" });

  it("is a note with a link for a member who holds more than 10 BBUX in all and has none", async () => {
    serve({ "wallet.get": rich, "wallet.balanceHistory": HISTORY, "factors.list": { factors: [] } });
    show(page);
    const note = await screen.findByRole("note");
    expect(note.querySelector("p")?.textContent).toBe(
      "You hold more than 10.00 BBUX. With a second factor, a stolen password isn't enough to take it.",
    );
    const link = within(note).getByRole("link", { name: "Add a second factor" });
    expect(link.getAttribute("href")).toBe("/settings?tab=security#second-factor");
    // It arrives later than the balance, and so doesn't push it down.
    const balance = screen.getByRole("region", { name: "Your balance" });
    expect(balance.compareDocumentPosition(note) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it("is not there for who has one, or while that isn't known", async () => {
    const at = "2026-01-01T00:00:00.000Z";
    const totp = { id: "1", kind: "totp", name: null, createdAt: at, lastUsedAt: null, suspendedAt: null };
    const { count } = serve({
      "wallet.get": rich,
      "wallet.balanceHistory": HISTORY,
      "factors.list": { factors: [totp] },
    });
    show(page);
    await waitFor(() => expect(count("factors.list")).toBe(1));
    await screen.findByRole("region", { name: "Your balance" });
    expect(screen.queryByRole("note")).toBe(null);
  });

  it("is not there, and asks the server nothing, for exactly 10 BBUX", async () => {
    const wallet = held({ staked: "4", inEscrow: "1" });
    const { count } = serve({ "wallet.get": wallet, "wallet.balanceHistory": HISTORY });
    show(page);
    await screen.findByRole("region", { name: "Your balance" });
    expect(screen.queryByRole("note")).toBe(null);
    expect(count("factors.list")).toBe(0);
  });
});
