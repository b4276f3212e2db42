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
  const { tab = "buy", amount, from } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <WalletPage
      side={tab}
      onSide={(side) =>
        void navigate({
          search: ({ tab: _, ...others }) => (side === "sell" ? { ...others, tab: side } : others),
          replace: true,
          resetScroll: false,
        })
      }
      missing={amount}
      from={from}
    />
  );
}
