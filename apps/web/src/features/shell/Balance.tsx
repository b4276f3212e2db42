import { Skeleton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { bbux, fixedAmount, unitsOf } from "../../components/Amount.format.ts";
import { useSession } from "../../session.tsx";
import { trpc } from "../../trpc.ts";
import classes from "./Balance.module.css";

/** The smallest step that four decimals show (spec money §9), in base units. */
const FOUR_DECIMALS = 100_000n;

/** What the member can spend. Where it cannot be read the place stays empty: no number is better than a wrong one. */
export function Balance() {
  const { user } = useSession();
  const wallet = trpc.wallet.get.useQuery(undefined, { enabled: user !== null });
  if (wallet.isError && !wallet.data) return null;
  if (!wallet.data) return <Skeleton width={84} height={20} />;
  const balance = unitsOf(wallet.data.bbuxBalance);
  const text = bbux(balance, { exact: true });
  // Here it is cut as on the wallet's screens; the label has all of it.
  const short = balance % FOUR_DECIMALS === 0n ? text : fixedAmount(balance);
  const [number, unit] = short.split(" ");
  return (
    <Link to="/wallet" className={`${classes.balance} reach`} title="Your balance: what you can spend. To the wallet">
      <span role="img" aria-label={`Balance: ${text}`}>
        {number} <span className={classes.unit}>{unit}</span>
      </span>
      <span className="visually-hidden">, to the wallet</span>
    </Link>
  );
}
