// @vitest-environment happy-dom
import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { leave, MEMBER, show } from "../../lib/render.support.tsx";
import { setUser } from "../../lib/session.ts";
import { changeConnection, currentConnection, openWalletModal, resetConnection, STORED_WALLET } from "./connection.ts";
import { WalletHost } from "./WalletHost.tsx";

vi.mock("./provider/Provider.tsx", () => ({ Provider: () => <p>Provider</p> }));
vi.mock("./modal/WalletModal.tsx", () => ({ WalletModal: () => <p>Modal</p> }));

beforeEach(() => {
  // The page is idle at once.
  vi.stubGlobal("requestIdleCallback", (act: () => void) => {
    act();
    return 1;
  });
  vi.stubGlobal("cancelIdleCallback", () => {});
});
afterEach(() => {
  leave();
  resetConnection();
});

/** A wallet that was connected earlier, found by the page's provider. */
const connect = () => act(() => changeConnection({ loading: "ready", walletName: "Purse", address: "4Nd1" }));

it("loads nothing for a visitor until a wallet is asked for, even with a wallet from an earlier visit", async () => {
  localStorage.setItem(STORED_WALLET, '"Purse"');
  show(<WalletHost />, null);
  expect(currentConnection().loading).toBe("idle");
  act(openWalletModal);
  expect(await screen.findByText("Provider")).toBeTruthy();
  expect(await screen.findByText("Modal")).toBeTruthy();
});

it("reconnects a member's wallet when the page is idle", async () => {
  localStorage.setItem(STORED_WALLET, '"Purse"');
  show(<WalletHost />);
  expect(await screen.findByText("Provider")).toBeTruthy();
});

it("reconnects a member's wallet when the session is known after the page", async () => {
  localStorage.setItem(STORED_WALLET, '"Purse"');
  show(<WalletHost />, null);
  act(() => setUser(MEMBER));
  expect(await screen.findByText("Provider")).toBeTruthy();
});

it("keeps the wallet that a visitor signs in with", async () => {
  show(<WalletHost />, null);
  act(openWalletModal);
  await screen.findByText("Provider");
  connect();
  act(() => setUser(MEMBER));
  expect(currentConnection()).toMatchObject({ address: "4Nd1", walletName: "Purse", modal: true });
  expect(screen.getByText("Provider")).toBeTruthy();
});

it("loads nothing for the visitor that a member becomes while it was loading", async () => {
  show(<WalletHost />);
  act(() => {
    openWalletModal();
    setUser(null);
  });
  await act(async () => {});
  expect(currentConnection()).toMatchObject({ modal: false, loading: "idle" });
  expect(screen.queryByText("Provider")).toBeNull();
  expect(screen.queryByText("Modal")).toBeNull();
});

it.each([
  ["signs out", null],
  ["becomes another one", { ...MEMBER, id: "8" }],
])("closes the dialogs and forgets the connection when the member %s", async (_, next) => {
  show(<WalletHost />);
  act(openWalletModal);
  await screen.findByText("Modal");
  connect();
  act(() => setUser(next));
  await waitFor(() => expect(currentConnection()).toMatchObject({ modal: false, address: null, loading: "idle" }));
  expect(screen.queryByText("Provider")).toBeNull();
  expect(screen.queryByText("Modal")).toBeNull();
});
