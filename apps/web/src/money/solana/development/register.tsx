import { registerWallet } from "@wallet-standard/wallet";
import { createRoot } from "react-dom/client";
import { WalletWindow } from "./WalletWindow.tsx";
import { DevelopmentWallet } from "./wallet.ts";

let wallet: DevelopmentWallet | null = null;

/** Registers the development wallet once, and mounts it outside the app. */
export function register(): void {
  if (wallet) return;
  wallet = new DevelopmentWallet();
  const place = document.createElement("div");
  place.setAttribute("data-development-wallet", "");
  document.body.append(place);
  createRoot(place).render(<WalletWindow wallet={wallet} />);
  registerWallet(wallet);
}
