import { latePart } from "../../lib/latePart.ts";
import { provideWallets } from "../../lib/providedWallets.ts";

/** What only members see of the shell. Visitors don't download it; for members it loads along with the page. */
export const lateMember = latePart(() => import("./MemberParts.tsx"));

export { lateWallets } from "../../money/solana/lateHost.ts";

provideWallets(async (ask, how) => {
  const { proveWallet } = await import("../../money/solana/proveWallet.ts");
  return proveWallet(ask, how);
});
