import type { ConnectionState, WalletChoice } from "../connection.ts";
import type { OfferedWallet } from "./knownWallets.ts";

export type Listed =
  | { readonly kind: "present"; readonly wallet: WalletChoice }
  | { readonly kind: "offered"; readonly wallet: OfferedWallet };

/** What the modal shows: `looking` while a wallet may still announce itself, `none` when none has. */
export interface Choices {
  readonly state: "looking" | "found" | "none";
  readonly heading: string;
  readonly detected: readonly Listed[];
  /** The wallets behind the toggle. */
  readonly more: readonly Listed[];
}

const FOUND = "Connect a wallet on Solana to continue";
const NONE = "You'll need a wallet on Solana to continue";

/** Lists detected wallets first; what can be loaded, installed or not used here is behind the toggle. */
export function choicesOf(
  { wallets, settled, loading }: Pick<ConnectionState, "wallets" | "settled" | "loading">,
  offered: readonly OfferedWallet[],
): Choices {
  const here = wallets.map((wallet): Listed => ({ kind: "present", wallet }));
  const detected = here.filter(({ wallet }) => wallet.readyState === "Installed");
  const more = [
    ...here.filter(({ wallet }) => wallet.readyState === "Loadable"),
    ...here.filter(({ wallet }) => wallet.readyState === "NotDetected"),
    ...offered.filter(isWithin).map(asListed),
    ...offered.filter((wallet) => !isWithin(wallet)).map(asListed),
  ];
  const looking = detected.length === 0 && !settled && loading !== "failed";
  const state = detected.length > 0 ? "found" : looking ? "looking" : "none";
  return { state, heading: state === "none" ? NONE : FOUND, detected, more };
}

function isWithin({ readyState }: OfferedWallet): boolean {
  return readyState === "NotDetected";
}

function asListed(wallet: OfferedWallet): Listed {
  return { kind: "offered", wallet };
}

/** The toggle's text, as in the adapters' own modal. */
export function toggleText(state: Choices["state"], expanded: boolean): string {
  if (state !== "none") return expanded ? "Less options" : "More options";
  return expanded ? "Hide options" : "Already have a wallet? View options";
}
