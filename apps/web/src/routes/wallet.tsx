import { createFileRoute } from "@tanstack/react-router";
import { WalletPage } from "../features/wallet/WalletPage.tsx";
import { walletSearch } from "../features/wallet/wallet.search.ts";
import { pageHead } from "../head.ts";

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
