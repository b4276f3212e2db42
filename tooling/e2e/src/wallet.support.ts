import { generateKeyPairSync } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import bs58 from "bs58";
import { seriousFaults } from "./axe.support.ts";

/** The modal in which a wallet is chosen. */
export const walletModal = (page: Page) => page.getByRole("dialog", { name: /wallet on Solana to continue/ });
/** The development wallet's own window. */
export const walletWindow = (page: Page) => page.getByRole("dialog", { name: "Development wallet" });
/** A control that opens the modal; the page's own, if it has one. */
export const connectButton = (page: Page) => page.getByRole("main").getByRole("button", { name: "Connect wallet" });
/** The page's control once a wallet is connected. */
export const connectedButton = (page: Page) => page.getByRole("main").getByRole("button", { name: /connected by/ });

/** Opens the modal from the wallet page. */
export async function openModal(page: Page): Promise<void> {
  await page.goto("/wallet");
  await connectButton(page).first().click();
  await expect(walletModal(page)).toBeVisible();
}

/** Connects the development wallet, as a newcomer would. */
export async function connectDevelopmentWallet(page: Page): Promise<void> {
  await page.goto("/wallet");
  await connectHere(page);
}

/** Connects the development wallet from the open wallet page. */
export async function connectHere(page: Page): Promise<void> {
  await connectButton(page).first().click();
  await walletModal(page)
    .getByRole("button", { name: /Development wallet/ })
    .click();
  await walletWindow(page).getByRole("button", { name: "Approve" }).click();
  await expect(connectedButton(page)).toBeVisible();
}

/** Takes 10 SOL from the local chain, in the development wallet's window if it is open. */
export async function getSol(page: Page): Promise<void> {
  const window = walletWindow(page);
  await window.getByRole("button", { name: "Get 10 SOL" }).click();
  await expect(window.getByText("10 SOL", { exact: true })).toBeVisible();
}

/** Pretends another chain without a development wallet by changing the server's responses. */
export async function onMainnet(page: Page): Promise<void> {
  await page.route(/\/api\/trpc\/[^?]*(?:wallet\.network|auth\.localChain)/, async (route) => {
    const response = await route.fetch();
    const answers = await response.json();
    const names = new URL(route.request().url()).pathname.split("/").at(-1)?.split(",") ?? [];
    const list = Array.isArray(answers) ? answers : [answers];
    for (const [nth, name] of names.entries()) {
      if (name === "wallet.network") Object.assign(list[nth]?.result.data, { cluster: "mainnet-beta", local: false });
      if (name === "auth.localChain") Object.assign(list[nth]?.result.data, { local: false });
    }
    await route.fulfill({ response, json: answers });
  });
}

/** An account with its own key, which can be installed in several pages. */
export interface WalletKey {
  readonly address: string;
  readonly publicKey: readonly number[];
  /** PKCS #8, as the page's Web Crypto imports it. */
  readonly pkcs8: readonly number[];
}

export function newWalletKey(): WalletKey {
  const pair = generateKeyPairSync("ed25519");
  // The key itself is the last 32 bytes.
  const publicKey = pair.publicKey.export({ format: "der", type: "spki" }).subarray(-32);
  const pkcs8 = pair.privateKey.export({ format: "der", type: "pkcs8" });
  return { address: bs58.encode(publicKey), publicKey: [...publicKey], pkcs8: [...pkcs8] };
}

interface FakeWallet {
  readonly name: string;
  /** Signs messages with it. Without a key the wallet only has an address. */
  readonly key?: WalletKey;
  /** With a key: has the feature to sign in instead of the one to sign messages. */
  readonly signIn?: boolean;
  /** Declines to sign messages and to sign in. */
  readonly declinesMessages?: boolean;
  /** The platform needs wallets that sign transactions; some only send them. */
  readonly signs?: boolean;
  readonly declines?: boolean;
  /** Announces itself when `announceWallets` says so, not immediately. */
  readonly late?: boolean;
}

/** Installs Wallet Standard wallets as extensions do: both sides announce themselves, in either order. */
export async function installWallets(page: Page, wallets: readonly FakeWallet[]): Promise<void> {
  await page.addInitScript((list: readonly FakeWallet[]) => {
    const encoder = new TextEncoder();
    const sign = async ({ pkcs8 }: WalletKey, message: Uint8Array<ArrayBuffer>) => {
      const key = await crypto.subtle.importKey("pkcs8", new Uint8Array(pkcs8), "Ed25519", false, ["sign"]);
      return new Uint8Array(await crypto.subtle.sign("Ed25519", key, message));
    };
    const signInText = (input: Readonly<Record<string, string>>, address: string) =>
      [
        `${input.domain ?? location.host} wants you to sign in with your Solana account:`,
        input.address ?? address,
        "",
        input.statement,
        "",
        `URI: ${input.uri}`,
        `Version: ${input.version}`,
        `Nonce: ${input.nonce}`,
        `Issued At: ${input.issuedAt}`,
        `Expiration Time: ${input.expirationTime}`,
      ].join("\n");
    for (const fake of list) {
      const {
        name,
        key,
        signIn = false,
        declinesMessages = false,
        signs = true,
        declines = false,
        late = false,
      } = fake;
      const listeners = new Set<(change: object) => void>();
      const feature = signs ? "solana:signTransaction" : "solana:signAndSendTransaction";
      const proving = signIn ? "solana:signIn" : "solana:signMessage";
      const account = {
        address: key?.address ?? "4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T",
        publicKey: key ? new Uint8Array(key.publicKey) : new Uint8Array(32).fill(7),
        chains: ["solana:mainnet"],
        features: key ? [feature, proving] : [feature],
      };
      let accounts: object[] = [];
      const change = (next: object[]) => {
        accounts = next;
        for (const listener of listeners) listener({ accounts });
      };
      const refuse = async () => {
        throw new Error("User rejected the request.");
      };
      const proves = async (message: Uint8Array<ArrayBuffer>) => {
        if (!key || declinesMessages) return refuse();
        return { signedMessage: message, signature: await sign(key, message) };
      };
      const provingFeature = {
        version: "1.0.0",
        signMessage: async ({ message }: { message: Uint8Array<ArrayBuffer> }) => [await proves(message)],
        signIn: async (input: Readonly<Record<string, string>>) => {
          const proof = await proves(encoder.encode(signInText(input, account.address)));
          change([account]);
          return [{ account, ...proof }];
        },
      };
      const wallet = {
        version: "1.0.0",
        name,
        icon: "data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=",
        chains: ["solana:mainnet"],
        get accounts() {
          return accounts;
        },
        features: {
          "standard:connect": {
            version: "1.0.0",
            connect: async (options?: { silent?: boolean }) => {
              if (declines && !options?.silent) await refuse();
              if (!declines) change([account]);
              return { accounts };
            },
          },
          "standard:disconnect": { version: "1.0.0", disconnect: async () => change([]) },
          "standard:events": {
            version: "1.0.0",
            on: (_event: string, listener: (change: object) => void) => {
              listeners.add(listener);
              return () => listeners.delete(listener);
            },
          },
          [feature]: {
            version: "1.0.0",
            supportedTransactionVersions: ["legacy", 0],
            signTransaction: refuse,
            signAndSendTransaction: refuse,
          },
          ...(key && { [proving]: provingFeature }),
        },
      };
      const announce = () => {
        const callback = ({ register }: { register: (wallet: object) => void }) => register(wallet);
        window.dispatchEvent(new CustomEvent("wallet-standard:register-wallet", { detail: callback }));
        window.addEventListener("wallet-standard:app-ready", (event) => {
          if (event instanceof CustomEvent || "detail" in event) callback(Reflect.get(event, "detail"));
        });
      };
      if (late) window.addEventListener("announce-wallets", announce, { once: true });
      else announce();
    }
  }, wallets);
}

/** Makes the late ones among the installed wallets announce themselves now. */
export async function announceWallets(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event("announce-wallets")));
}

/** Expects no serious accessibility violation in the elements that float above the page, in light and dark. */
export async function expectAccessible(page: Page): Promise<void> {
  const include = ["[role=dialog]"];
  expect(await seriousFaults(page, { include })).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await seriousFaults(page, { include, colors: true })).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
}
