// @vitest-environment happy-dom
import { ed25519 } from "@noble/curves/ed25519";
import {
  SolanaSignIn,
  type SolanaSignInMethod,
  SolanaSignMessage,
  type SolanaSignMessageMethod,
  SolanaSignTransaction,
} from "@solana/wallet-standard-features";
import { createSignInMessage } from "@solana/wallet-standard-util";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import type { WalletAccount } from "@wallet-standard/base";
import { registerWallet } from "@wallet-standard/wallet";
import bs58 from "bs58";
import { afterEach, expect, it } from "vitest";
import { leave, serve, show } from "../../../lib/render.support.tsx";
import { currentConnection, currentControls, onConnection, resetConnection } from "../connection.ts";
import { proveWallet } from "../proveWallet.ts";
import { WalletHost } from "../WalletHost.tsx";

afterEach(() => {
  leave();
  resetConnection();
});

const REQUEST = {
  version: "1",
  statement: "Sign in to BBUX.",
  nonce: "abcdef12",
  issuedAt: "2026-01-01T00:00:00.000Z",
  expirationTime: "2026-01-01T00:05:00.000Z",
} as const;

/** Registers a wallet with a key of its own. It stays registered, so each test has its own names. */
function install(name: string, number: number, feature: typeof SolanaSignIn | typeof SolanaSignMessage | null) {
  const seed = new Uint8Array(32).fill(number);
  const publicKey = ed25519.getPublicKey(seed);
  const account: WalletAccount = {
    address: bs58.encode(publicKey),
    publicKey,
    chains: ["solana:mainnet"],
    features: feature === SolanaSignMessage ? [SolanaSignTransaction, feature] : [SolanaSignTransaction],
  };
  const sign = (message: Uint8Array) => ({ signedMessage: message, signature: ed25519.sign(message, seed) });
  const signMessage: SolanaSignMessageMethod = async (...inputs) => inputs.map(({ message }) => sign(message));
  const signIn: SolanaSignInMethod = async (...inputs) =>
    inputs.map((input) => {
      const { domain = "none", ...more } = input;
      return { account, ...sign(createSignInMessage({ ...more, domain, address: account.address })) };
    });
  let accounts: readonly WalletAccount[] = [];
  registerWallet({
    version: "1.0.0",
    name,
    icon: "data:image/png;base64,",
    chains: ["solana:mainnet"],
    get accounts() {
      return accounts;
    },
    features: {
      "standard:connect": {
        version: "1.0.0",
        connect: async () => {
          accounts = [account];
          return { accounts };
        },
      },
      "standard:disconnect": {
        version: "1.0.0",
        disconnect: async () => {
          accounts = [];
        },
      },
      "standard:events": { version: "1.0.0", on: () => () => {} },
      [SolanaSignTransaction]: { version: "1.0.0", supportedTransactionVersions: ["legacy"], signTransaction: sign },
      ...(feature === SolanaSignMessage && { [feature]: { version: "1.1.0", signMessage } }),
      ...(feature === SolanaSignIn && { [feature]: { version: "1.0.0", signIn } }),
    },
  });
  return {
    address: account.address,
    signed: ({ message, signature }: { message: string; signature: string }) =>
      ed25519.verify(bs58.decode(signature), new TextEncoder().encode(message), publicKey),
  };
}

/** The page of a visitor, whose wallet proves its address. */
function visitor() {
  serve({ "auth.localChain": { local: false } });
  show(<WalletHost />, null);
  let proof = proveWallet(async () => REQUEST);
  const again = () => {
    act(() => {
      proof = proveWallet(async () => REQUEST);
    });
    return proof;
  };
  return { proof, again };
}

const choose = async (name: string) => fireEvent.click(await screen.findByRole("button", { name: new RegExp(name) }));

it.each([
  ["signs the message", "Messenger", SolanaSignMessage],
  ["signs in by itself", "Gate", SolanaSignIn],
] as const)("a wallet that %s proves its address once it is chosen, and stays connected", async (_, name, feature) => {
  const { address, signed } = install(name, name.length, feature);
  const { proof, again } = visitor();
  await choose(name);
  const first = await proof;
  expect(first).toMatchObject({ address, walletName: name });
  expect(first.message).toContain(`${window.location.host} wants you to sign in with your Solana account:\n${address}`);
  expect(signed(first)).toBe(true);
  await waitFor(() => expect(currentConnection()).toMatchObject({ modal: false, address }));
  expect(await again()).toEqual(first);
});

it("another wallet can be chosen after one that can't sign messages, and no address is taken for another wallet's", async () => {
  const sender = install("Sender", 20, null);
  const purse = install("Purse", 21, SolanaSignMessage);
  const owners = new Map([
    [sender.address, "Sender"],
    [purse.address, "Purse"],
  ]);
  const wrong: string[] = [];
  const stop = onConnection(() => {
    const { address, walletName } = currentConnection();
    if (address !== null && owners.get(address) !== walletName) wrong.push(`${address} of ${walletName}`);
  });
  const { proof, again } = visitor();
  await choose("Sender");
  await expect(proof).rejects.toThrow("This wallet can't sign messages. Choose another one.");
  expect(currentControls()).toMatchObject({ prove: null, sign: expect.any(Function) });
  const next = again();
  await choose("Purse");
  const proved = await next;
  stop();
  expect(proved).toMatchObject({ address: purse.address, walletName: "Purse" });
  expect(purse.signed(proved)).toBe(true);
  expect(wrong).toEqual([]);
});
