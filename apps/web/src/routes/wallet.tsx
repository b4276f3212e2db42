import { createFileRoute } from "@tanstack/react-router";
import { pageHead } from "../lib/head.ts";
import { WalletPage } from "../money/wallet/WalletPage.tsx";
import { walletSearch } from "../money/wallet/wallet.search.ts";

export const Route = createFileRoute("/wallet")({
  validateSearch: walletSearch,
  head: () => pageHead("/wallet"),
  component: Wallet,
});

function Wallet() {
  const { tab = "buy" } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <WalletPage
      side={tab}
      onSide={(side) =>
        void navigate({ search: side === "sell" ? { tab: side } : {}, replace: true, resetScroll: false })
      }
    />
  );
}
