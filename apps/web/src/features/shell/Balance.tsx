import { parseAmount } from "@bbux/contract";
import { Skeleton, Tooltip } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { bbux } from "../../components/Amount.format.ts";
import { useSession } from "../../session.tsx";
import { trpc } from "../../trpc.ts";
import classes from "./Balance.module.css";

/** What the member can spend. Where it cannot be read the place stays empty: no number is better than a wrong one. */
export function Balance() {
  const { user } = useSession();
  const wallet = trpc.wallet.get.useQuery(undefined, { enabled: user !== null });
  if (wallet.isError && !wallet.data) return null;
  if (!wallet.data) return <Skeleton width={84} height={20} />;
  const text = bbux(parseAmount(wallet.data.bbuxBalance) ?? 0n, { exact: true });
  const [number, unit] = text.split(" ");
  return (
    <Tooltip label="Your balance: what you can spend. To the wallet">
      <Link to="/wallet" className={`${classes.balance} reach`}>
        <span role="img" aria-label={`Balance: ${text}`}>
          {number} <span className={classes.unit}>{unit}</span>
        </span>
        <span className="visually-hidden">, to the wallet</span>
      </Link>
    </Tooltip>
  );
}
