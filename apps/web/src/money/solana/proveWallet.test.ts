import type { WalletProof, WalletRequest } from "@bbux/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { WalletDismissed } from "../../lib/walletProof.ts";
import type { ProveAddress } from "./connection.ts";
import {
  changeConnection,
  closeWalletModal,
  connectTo,
  currentConnection,
  openWalletModal,
  publishControls,
  resetConnection,
} from "./connection.ts";
import { proveWallet } from "./proveWallet.ts";

const REQUEST: WalletRequest = {
  version: "1",
  statement: "Sign in to BBUX.",
  nonce: "abcdef12",
  issuedAt: "2026-01-01T00:00:00.000Z",
  expirationTime: "2026-01-01T00:05:00.000Z",
};
const PROOF: WalletProof = { address: "4Nd1", message: "text", signature: "5".repeat(88) };
const CANT_SIGN = "This wallet can't sign messages. Choose another one.";
const ask = vi.fn(async () => REQUEST);

/** What the provider does when a wallet has connected. */
function connected(walletName: string, prove: ProveAddress | null = async () => PROOF): void {
  publishControls({ select() {}, disconnect: async () => {}, sign: null, prove });
  changeConnection({ loading: "ready", walletName, address: PROOF.address });
}

/** What the modal does when the wallet that was chosen in it has connected. */
function choose(walletName: string, prove?: ProveAddress | null): void {
  connectTo(walletName);
  connected(walletName, prove);
  closeWalletModal();
}

beforeEach(() => {
  ask.mockClear();
  ask.mockResolvedValue(REQUEST);
});
afterEach(resetConnection);

describe("proving a wallet's address", () => {
  it("uses the connected wallet at once, with a fresh request", async () => {
    const prove = vi.fn(async () => PROOF);
    connected("Purse", prove);
    expect(await proveWallet(ask)).toEqual({ ...PROOF, walletName: "Purse" });
    expect(prove).toHaveBeenCalledExactlyOnceWith(REQUEST);
    expect(currentConnection().modal).toBe(false);
  });

  it("opens the modal without a wallet, and asks the server only once the chosen one is connected", async () => {
    const proof = proveWallet(ask);
    expect(currentConnection()).toMatchObject({ modal: true, loading: "loading" });
    connectTo("Purse");
    connected("Purse");
    await Promise.resolve();
    expect(ask).not.toHaveBeenCalled();
    closeWalletModal();
    expect(await proof).toEqual({ ...PROOF, walletName: "Purse" });
    expect(ask).toHaveBeenCalledOnce();
  });

  it("is dismissed when the modal closes without a wallet", async () => {
    const proof = proveWallet(ask);
    closeWalletModal();
    await expect(proof).rejects.toBeInstanceOf(WalletDismissed);
    expect(ask).not.toHaveBeenCalled();
  });

  it("is dismissed when the modal closes while the chosen wallet still asks", async () => {
    const proof = proveWallet(ask);
    connectTo("Purse");
    changeConnection({ connecting: true, walletName: "Purse" });
    closeWalletModal();
    await expect(proof).rejects.toBeInstanceOf(WalletDismissed);
  });

  it("is dismissed when the modal closes, even if a wallet has reconnected automatically", async () => {
    const proof = proveWallet(ask);
    connected("Earlier");
    closeWalletModal();
    await expect(proof).rejects.toBeInstanceOf(WalletDismissed);
  });

  it("is dismissed when the member signs out, whatever it waits for", async () => {
    const choosing = proveWallet(ask);
    resetConnection();
    await expect(choosing).rejects.toBeInstanceOf(WalletDismissed);
    connected("Purse", () => new Promise(() => {}));
    const signing = proveWallet(ask);
    resetConnection();
    await expect(signing).rejects.toBeInstanceOf(WalletDismissed);
  });

  it("says when the modal could not be loaded", async () => {
    const proof = proveWallet(ask);
    changeConnection({ modal: false, modalFailed: true });
    await expect(proof).rejects.toThrow("We couldn't load the wallets. Check your connection and try again.");
    const again = proveWallet(ask);
    closeWalletModal();
    await expect(again).rejects.toBeInstanceOf(WalletDismissed);
  });

  it("says when the chosen wallet can't sign messages, without asking the server", async () => {
    const proof = proveWallet(ask);
    choose("Sender", null);
    await expect(proof).rejects.toThrow(CANT_SIGN);
    expect(ask).not.toHaveBeenCalled();
  });

  it("lets another wallet be chosen instead of a connected one that can't sign messages", async () => {
    connected("Sender", null);
    const proof = proveWallet(ask);
    expect(currentConnection().modal).toBe(true);
    choose("Purse");
    expect(await proof).toEqual({ ...PROOF, walletName: "Purse" });
  });

  it.each(["User rejected the request.", "You declined the request in the development wallet."])(
    "says that the person declined when the wallet says '%s'",
    async (text) => {
      connected("Purse", () => Promise.reject(new Error(text)));
      await expect(proveWallet(ask)).rejects.toThrow("You declined the request in Purse.");
    },
  );

  it("says when the wallet failed, with its own error as the cause", async () => {
    const cause = new Error("Ledger is locked");
    connected("Purse", () => Promise.reject(cause));
    await expect(proveWallet(ask)).rejects.toMatchObject({
      message: "We couldn't get a signature from Purse. Please try again.",
      cause,
    });
  });

  it("fails with the server's own error when there is no request to sign", async () => {
    const refused = new Error("Too many requests");
    ask.mockRejectedValue(refused);
    connected("Purse");
    await expect(proveWallet(ask)).rejects.toBe(refused);
  });

  it("says when the wallet was disconnected while the server was asked", async () => {
    connected("Purse");
    const proof = proveWallet(async () => {
      publishControls({ select() {}, disconnect: async () => {}, sign: null, prove: null });
      changeConnection({ walletName: null, address: null });
      return REQUEST;
    });
    await expect(proof).rejects.toThrow("The wallet was disconnected. Connect it and try again.");
  });
});

describe("a second proof", () => {
  it("dismisses the first while it waits for a wallet, and gets the one that is chosen", async () => {
    const first = proveWallet(ask);
    const second = proveWallet(ask);
    await expect(first).rejects.toBeInstanceOf(WalletDismissed);
    expect(currentConnection().modal).toBe(true);
    choose("Purse");
    expect(await second).toEqual({ ...PROOF, walletName: "Purse" });
    expect(ask).toHaveBeenCalledOnce();
  });

  it("dismisses the first while the server is asked, and the wallet asks for one signature", async () => {
    const prove = vi.fn(async () => PROOF);
    connected("Purse", prove);
    let answer = (_: WalletRequest) => {};
    const first = proveWallet(() => new Promise((resolve) => (answer = resolve)));
    const second = proveWallet(ask);
    await expect(first).rejects.toBeInstanceOf(WalletDismissed);
    answer(REQUEST);
    expect(await second).toEqual({ ...PROOF, walletName: "Purse" });
    expect(prove).toHaveBeenCalledOnce();
  });

  it("is not dismissed by the end of the first", async () => {
    connected("Purse", () => Promise.reject(new Error("User rejected the request.")));
    await expect(proveWallet(ask)).rejects.toThrow();
    connected("Purse");
    expect(await proveWallet(ask)).toEqual({ ...PROOF, walletName: "Purse" });
  });
});

it("a wallet that was chosen earlier doesn't count when the modal opens again", async () => {
  openWalletModal();
  choose("Sender", null);
  const proof = proveWallet(ask);
  closeWalletModal();
  await expect(proof).rejects.toBeInstanceOf(WalletDismissed);
});
