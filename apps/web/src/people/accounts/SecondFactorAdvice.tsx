import { SECOND_FACTOR, type Wallet } from "@bbux/contract";
import { Button } from "@mantine/core";
import { IconShieldLock } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { bbux, unitsOf } from "../../components/Amount.format.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./Accounts.module.css";

type Held = Pick<Wallet, "bbuxBalance" | "staked" | "inEscrow" | "onItsWay">;

/** A note for members without a second factor who hold more than a little, wherever it is: available, staked, in escrow or withdrawing. */
export function SecondFactorAdvice({ wallet }: { wallet: Held | undefined }) {
  const held = wallet && [wallet.bbuxBalance, wallet.staked, wallet.inEscrow, wallet.onItsWay].map(unitsOf);
  const isMuch = held !== undefined && held.reduce((sum, one) => sum + one, 0n) > SECOND_FACTOR.adviseAbove;
  const known = trpc.factors.list.useQuery(undefined, { enabled: isMuch });
  if (!isMuch || known.data?.factors.some(({ suspendedAt }) => suspendedAt === null) !== false) return null;
  return (
    <div className={classes.advice} role="note">
      <IconShieldLock size={20} stroke={1.6} aria-hidden="true" />
      <p>
        You hold more than {bbux(SECOND_FACTOR.adviseAbove)}. With a second factor, a stolen password isn't enough to
        take it.
      </p>
      <Button
        size="sm"
        variant="default"
        renderRoot={(props) => <Link to="/settings" search={{ tab: "security" }} hash="second-factor" {...props} />}
      >
        Add a second factor
      </Button>
    </div>
  );
}
