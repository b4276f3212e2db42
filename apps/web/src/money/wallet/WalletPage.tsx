import { Skeleton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { AccessRequired } from "../../components/AccessRequired.tsx";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { Page, PageTitle } from "../../components/Page.tsx";
import { useSession } from "../../lib/session.ts";
import { WalletButton } from "../solana/index.ts";
import { BalanceCard } from "./BalanceCard.tsx";
import { BalanceHistory } from "./BalanceHistory.tsx";
import { Exchange } from "./Exchange.tsx";
import { Latest } from "./Latest.tsx";
import { useWallet } from "./useWallet.ts";
import classes from "./WalletPage.module.css";
import { WalletSkeleton } from "./WalletSkeleton.tsx";
import type { Side } from "./wallet.search.ts";

interface WalletPageProps {
  /** The open side of the form. */
  readonly side: Side;
  readonly onSide: (side: Side) => void;
}

/** The balance, the buy and sell form, and recent transactions. Visitors are asked to sign in. */
export function WalletPage(props: WalletPageProps) {
  const { user, loading } = useSession();
  if (loading) return <WalletSkeleton />;
  if (!user) {
    return (
      <AccessRequired>Your BBUX, deposits and withdrawals are for your eyes only. Log in to see them.</AccessRequired>
    );
  }
  // Typed input and running calls belong to one member.
  return <Own key={user.id} {...props} />;
}

function Own({ side, onSide }: WalletPageProps) {
  const { data: wallet, error, isFetched, isFetching, refetch } = useWallet();
  // After a failure the form keeps its input during retries.
  if (!wallet && !isFetched) return <WalletSkeleton />;
  return (
    <Page>
      <PageTitle
        lead={
          <>
            1 BBUX is 1 SOL, and every one is backed:{" "}
            <Link to="/reserves" className={classes.link}>
              proof of reserves
            </Link>
          </>
        }
        actions={<WalletButton />}
      >
        Wallet
      </PageTitle>
      <div className={classes.layout}>
        <div className={classes.balance}>
          {error && (
            <ErrorBox
              error={error}
              fallback="Failed to fetch wallet data"
              always
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          )}
          {wallet && <BalanceCard wallet={wallet} />}
          {!wallet && !error && <Skeleton height={226} />}
        </div>
        <div className={classes.exchange}>
          <Exchange wallet={wallet} side={side} onSide={onSide} />
        </div>
        {wallet && (
          <div className={classes.past}>
            <Latest transactions={wallet.transactions} />
            <BalanceHistory />
          </div>
        )}
      </div>
    </Page>
  );
}
