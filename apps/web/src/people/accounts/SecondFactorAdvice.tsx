import { SECOND_FACTOR, type Wallet } from "@bbux/contract";
import { Link } from "@tanstack/react-router";
import { bbux, unitsOf } from "../../components/Amount.format.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./Accounts.module.css";

type Held = Pick<Wallet, "bbuxBalance" | "staked" | "inEscrow" | "onItsWay">;

/** One line for members without a second factor who hold more than a little, wherever it is: available, staked, in escrow or withdrawing. */
export function SecondFactorAdvice({ wallet }: { wallet: Held | undefined }) {
  const held = wallet && [wallet.bbuxBalance, wallet.staked, wallet.inEscrow, wallet.onItsWay].map(unitsOf);
  const isMuch = held !== undefined && held.reduce((sum, one) => sum + one, 0n) > SECOND_FACTOR.adviseAbove;
  const known = trpc.factors.list.useQuery(undefined, { enabled: isMuch });
  if (!isMuch || known.data?.factors.some(({ suspendedAt }) => suspendedAt === null) !== false) return null;
  return (
    <p className={classes.advice} role="note">
      You hold more than {bbux(SECOND_FACTOR.adviseAbove)}.{" "}
      <Link to="/settings" search={{ tab: "security" }} hash="second-factor">
        Add a second factor
      </Link>{" "}
      so that a stolen password isn't enough to take it.
    </p>
  );
}
