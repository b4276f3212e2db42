import { Skeleton, Tooltip } from "@mantine/core";
import { useSession } from "../../session.tsx";
import { trpc } from "../../trpc.ts";
import classes from "./Balance.module.css";
import { balanceText } from "./balance.ts";

/** What the member can spend. Where it cannot be read the place stays empty: no number is better than a wrong one. */
export function Balance() {
  const { user } = useSession();
  const wallet = trpc.wallet.get.useQuery(undefined, { enabled: user !== null });
  if (wallet.isError && !wallet.data) return null;
  if (!wallet.data) return <Skeleton width={84} height={20} />;
  const { bbuxBalance } = wallet.data;
  return (
    <Tooltip label={`You can spend ${bbuxBalance} BBUX`}>
      <span className={classes.balance} role="img" aria-label={`Balance: ${bbuxBalance} BBUX`}>
        {balanceText(bbuxBalance)} <span className={classes.unit}>BBUX</span>
      </span>
    </Tooltip>
  );
}
