import { Skeleton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { AccessRequired } from "../../components/AccessRequired.tsx";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { Page, PageTitle } from "../../components/Page.tsx";
import { useSession } from "../../lib/session.ts";
import { SecondFactorAdvice } from "../../people/accounts/index.ts";
import { useConnectedWallet, WalletButton } from "../solana/index.ts";
import { BackToQuestion } from "./BackToQuestion.tsx";
import { BalanceCard } from "./BalanceCard.tsx";
import { BalanceHistory } from "./BalanceHistory.tsx";
import { Exchange } from "./Exchange.tsx";
import { Latest } from "./Latest.tsx";
import { NextSteps } from "./NextSteps.tsx";
import { hasFirstMoney } from "./stage.ts";
import { useWallet } from "./useWallet.ts";
import classes from "./WalletPage.module.css";
import { WalletSkeleton } from "./WalletSkeleton.tsx";
import type { Side, WalletSearch } from "./wallet.search.ts";

interface WalletPageProps {
  /** The open side of the form. */
  readonly side: Side;
  readonly onSide: (side: Side) => void;
  /** BBUX to buy that the member came for. */
  readonly missing?: number | undefined;
  /** The page that they came from, and can go back to. */
  readonly from?: WalletSearch["from"];
}

/** The balance, the buy and sell form, and recent transactions. Visitors are asked to sign in. */
export function WalletPage(props: WalletPageProps) {
  const { user, loading } = useSession();
  if (loading) return <WalletSkeleton />;
  if (!user) {
    return <AccessRequired>Only you can see your BBUX, deposits and withdrawals. Sign in to see them.</AccessRequired>;
  }
  // Typed input and running calls belong to one member.
  return <Own key={user.id} {...props} />;
}

function Own({ side, onSide, missing, from }: WalletPageProps) {
  const { data: wallet, error, isFetched, isFetching, refetch } = useWallet();
  const isConnected = useConnectedWallet().status === "connected";
  // After a failure the form keeps its input during retries.
  if (!wallet && !isFetched) return <WalletSkeleton />;
  return (
    <Page>
      <PageTitle
        lead={
          <>
            1 BBUX is 1 SOL, fully backed. See the{" "}
            <Link to="/reserves" className={classes.link}>
              proof of reserves
            </Link>
            .
          </>
        }
        // Without a wallet, the form below is where to connect one.
        actions={isConnected && <WalletButton />}
      >
        Wallet
      </PageTitle>
      {from === "question" && <BackToQuestion />}
      <div className={classes.layout} data-buys={from !== undefined || undefined}>
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
          {wallet && hasFirstMoney(wallet) && <NextSteps />}
          {!wallet && !error && <Skeleton height={340} />}
        </div>
        <div className={classes.exchange}>
          <Exchange wallet={wallet} side={side} onSide={onSide} missing={missing} />
        </div>
        <div className={classes.advice}>
          <SecondFactorAdvice wallet={wallet} />
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
