import { latePart } from "../../lib/latePart.ts";
import { setHostLoader } from "./hostLoader.ts";

/** What loads wallets on demand, for members and on the sign-in pages. */
export const lateWallets = latePart(() => import("./WalletHost.tsx"));

setHostLoader(async () => {
  await lateWallets.fetch();
  return lateWallets.current() !== null;
});
