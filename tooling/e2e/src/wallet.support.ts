import { expect, type Page } from "@playwright/test";

/** The modal in which a wallet is chosen. */
export const walletModal = (page: Page) => page.getByRole("dialog", { name: /wallet on Solana to continue/ });
/** The development wallet's own window. */
export const walletWindow = (page: Page) => page.getByRole("dialog", { name: "Development wallet" });
/** Any control that opens the modal; the page's own, where it has one. */
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
  await openModal(page);
  await walletModal(page)
    .getByRole("button", { name: /Development wallet/ })
    .click();
  await walletWindow(page).getByRole("button", { name: "Approve" }).click();
  await expect(connectedButton(page)).toBeVisible();
}

/** Takes 10 SOL of the local chain, in the development wallet's window when that is open. */
export async function getSol(page: Page): Promise<void> {
  const window = walletWindow(page);
  await window.getByRole("button", { name: "Get 10 SOL" }).click();
  await expect(window.getByText("10 SOL", { exact: true })).toBeVisible();
}

/** The chain is one of the others: no development wallet. Answers of the server are changed on their way. */
export async function onMainnet(page: Page): Promise<void> {
  await page.route(/\/api\/trpc\/[^?]*wallet\.network/, async (route) => {
    const response = await route.fetch();
    const answers = await response.json();
    const names = new URL(route.request().url()).pathname.split("/").at(-1)?.split(",") ?? [];
    const list = Array.isArray(answers) ? answers : [answers];
    const network = list[names.indexOf("wallet.network")]?.result.data;
    Object.assign(network, { cluster: "mainnet-beta", local: false });
    await route.fulfill({ response, json: answers });
  });
}

interface FakeWallet {
  readonly name: string;
  /** Signing of transactions is what the platform needs; some wallets only send by themselves. */
  readonly signs?: boolean;
  readonly declines?: boolean;
  /** Makes itself known when `announceWallets` says so, not at once. */
  readonly late?: boolean;
}

/** Installs wallets by the Wallet Standard, as extensions do: they announce themselves, whoever comes first. */
export async function installWallets(page: Page, wallets: readonly FakeWallet[]): Promise<void> {
  await page.addInitScript((list: readonly FakeWallet[]) => {
    for (const { name, signs = true, declines = false, late = false } of list) {
      const listeners = new Set<(change: object) => void>();
      const feature = signs ? "solana:signTransaction" : "solana:signAndSendTransaction";
      const account = {
        address: "4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T",
        publicKey: new Uint8Array(32).fill(7),
        chains: ["solana:mainnet"],
        features: [feature],
      };
      let accounts: object[] = [];
      const change = (next: object[]) => {
        accounts = next;
        for (const listener of listeners) listener({ accounts });
      };
      const refuse = async () => {
        throw new Error("User rejected the request.");
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

/** The late ones among the installed wallets make themselves known now. */
export async function announceWallets(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event("announce-wallets")));
}
