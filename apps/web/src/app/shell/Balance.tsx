import { Link } from "@tanstack/react-router";
import { bbux, unitsOf } from "../../components/Amount.format.ts";
import { PlainSkeleton } from "../../components/PlainSkeleton.tsx";
import { useSession } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./Balance.module.css";

/** The member's available balance. It stays empty when loading fails, because no number is better than a wrong one. */
export function Balance() {
  const { user } = useSession();
  const wallet = trpc.wallet.get.useQuery(undefined, { enabled: user !== null });
  if (wallet.isError && !wallet.data) return null;
  if (!wallet.data) return <PlainSkeleton width={84} height={20} />;
  const balance = unitsOf(wallet.data.bbuxBalance);
  const text = bbux(balance, { exact: true });
  // The label has the whole value.
  const [number, unit] = bbux(balance).split(" ");
  return (
    <Link to="/wallet" className={`${classes.balance} reach`} title="Your balance: what you can spend. To the wallet">
      <span role="img" aria-label={`Balance: ${text}`}>
        {number} <span className={classes.unit}>{unit}</span>
      </span>
      <span className="visually-hidden">, to the wallet</span>
    </Link>
  );
}
