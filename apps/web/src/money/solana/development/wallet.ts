import {
  SolanaSignMessage,
  type SolanaSignMessageFeature,
  type SolanaSignMessageMethod,
  SolanaSignTransaction,
  type SolanaSignTransactionFeature,
  type SolanaSignTransactionMethod,
} from "@solana/wallet-standard-features";
import { VersionedTransaction } from "@solana/web3.js";
import type { Wallet, WalletAccount, WalletIcon } from "@wallet-standard/base";
import {
  StandardConnect,
  type StandardConnectFeature,
  type StandardConnectMethod,
  StandardDisconnect,
  type StandardDisconnectFeature,
  StandardEvents,
  type StandardEventsFeature,
  type StandardEventsListeners,
  type StandardEventsOnMethod,
} from "@wallet-standard/features";
import { ReadonlyWalletAccount } from "@wallet-standard/wallet";
import { decodeMessage, decodePayment } from "./decode.ts";
import { isTrusted, ownKey, replaceKey, signBytes, trust } from "./keys.ts";
import { DEVELOPMENT_WALLET } from "./name.ts";
import { askPerson } from "./requests.ts";

const CHAINS = ["solana:localnet"] as const;
const DECLINED = "You declined the request in the development wallet.";

/** A wrench on a striped sign, so that nobody mistakes it for a real wallet. */
const ICON: WalletIcon = `data:image/svg+xml;base64,${btoa(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#46463f"/><path d="M0 25 7 32H0zM0 15 17 32h-7L0 22zM0 5l27 27h-7L0 12z" fill="#f4c20d"/><rect x="9" y="6" width="18" height="15" rx="2.5" fill="#fff"/><rect x="19" y="11" width="8" height="5" rx="1.5" fill="#1b1b1b"/></svg>`,
)}`;

type Features = StandardConnectFeature &
  StandardDisconnectFeature &
  StandardEventsFeature &
  SolanaSignTransactionFeature &
  SolanaSignMessageFeature;

/** A Wallet Standard wallet that lives in the page and asks its owner in its own window. */
export class DevelopmentWallet implements Wallet {
  readonly version = "1.0.0";
  readonly name = DEVELOPMENT_WALLET;
  readonly icon = ICON;
  readonly chains = CHAINS;
  readonly features: Features;
  #account: WalletAccount | null = null;
  readonly #listeners = new Set<StandardEventsListeners["change"]>();

  constructor() {
    this.features = {
      [StandardConnect]: { version: "1.0.0", connect: this.#connect },
      [StandardDisconnect]: { version: "1.0.0", disconnect: this.#disconnect },
      [StandardEvents]: { version: "1.0.0", on: this.#on },
      [SolanaSignTransaction]: {
        version: "1.0.0",
        supportedTransactionVersions: ["legacy", 0],
        signTransaction: this.#signTransaction,
      },
      [SolanaSignMessage]: { version: "1.1.0", signMessage: this.#signMessage },
    };
  }

  get accounts(): readonly WalletAccount[] {
    return this.#account ? [this.#account] : [];
  }

  /** Creates a new key and disconnects the site. */
  reset(): void {
    replaceKey();
    this.#change(null);
  }

  readonly #on: StandardEventsOnMethod = (_event, listener) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly #connect: StandardConnectMethod = async ({ silent = false } = {}) => {
    if (!this.#account && !isTrusted()) {
      if (silent) return { accounts: [] };
      if (!(await askPerson({ kind: "connect" }))) throw new Error(DECLINED);
      trust(true);
    }
    if (!this.#account) this.#change(accountOf());
    return { accounts: this.accounts };
  };

  readonly #disconnect = async (): Promise<void> => {
    trust(false);
    this.#change(null);
  };

  readonly #signTransaction: SolanaSignTransactionMethod = async (...inputs) => {
    const outputs = [];
    for (const { account, transaction } of inputs) {
      this.#mustBeOwn(account);
      const payment = decodePayment(transaction, account.address);
      if (!(await askPerson({ kind: "sign", payment }))) throw new Error(DECLINED);
      const decoded = VersionedTransaction.deserialize(transaction);
      decoded.sign([ownKey()]);
      outputs.push({ signedTransaction: decoded.serialize() });
    }
    return outputs;
  };

  readonly #signMessage: SolanaSignMessageMethod = async (...inputs) => {
    const outputs = [];
    for (const { account, message } of inputs) {
      this.#mustBeOwn(account);
      // A copy, because the site could change its bytes while the person reads the text.
      const signedMessage = message.slice();
      const text = decodeMessage(signedMessage);
      if (!(await askPerson({ kind: "message", text }))) throw new Error(DECLINED);
      this.#mustBeOwn(account);
      outputs.push({ signedMessage, signature: signBytes(signedMessage) });
    }
    return outputs;
  };

  #mustBeOwn(account: WalletAccount): void {
    if (account !== this.#account) throw new Error("The development wallet is not connected");
  }

  #change(account: WalletAccount | null): void {
    this.#account = account;
    for (const listener of this.#listeners) listener({ accounts: this.accounts });
  }
}

function accountOf(): WalletAccount {
  const { publicKey } = ownKey();
  return new ReadonlyWalletAccount({
    address: publicKey.toBase58(),
    publicKey: publicKey.toBytes(),
    chains: CHAINS,
    features: [SolanaSignTransaction, SolanaSignMessage],
  });
}
