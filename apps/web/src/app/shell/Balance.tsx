import { Skeleton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { bbux, fixedAmount, unitsOf } from "../../components/Amount.format.ts";
import { useSession } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./Balance.module.css";

/** The smallest amount that four decimals show, in base units. */
const FOUR_DECIMALS = 100_000n;

/** The member's available balance. It stays empty when loading fails, because no number is better than a wrong one. */
export function Balance() {
  const { user } = useSession();
  const wallet = trpc.wallet.get.useQuery(undefined, { enabled: user !== null });
  if (wallet.isError && !wallet.data) return null;
  if (!wallet.data) return <Skeleton width={84} height={20} />;
  const balance = unitsOf(wallet.data.bbuxBalance);
  const text = bbux(balance, { exact: true });
  // Truncated as on the wallet's screens; the label has the whole value.
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
