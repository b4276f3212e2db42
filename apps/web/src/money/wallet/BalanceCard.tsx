import { DEPOSIT_WAITS, type Wallet } from "@bbux/contract";
import { IconHandStop, IconHourglass } from "@tabler/icons-react";
import { fixedAmount, unitsOf } from "../../components/Amount.format.ts";
import { Amount } from "../../components/Amount.tsx";
import { CancelHeld, isDelayed, progressText } from "../transactions/index.ts";
import classes from "./BalanceCard.module.css";

/** The balance as the page's largest element, with the member's other BBUX below. */
export function BalanceCard({ wallet }: { wallet: Wallet }) {
  const available = unitsOf(wallet.bbuxBalance);
  const staked = unitsOf(wallet.staked);
  const inEscrow = unitsOf(wallet.inEscrow);
  const onItsWay = unitsOf(wallet.onItsWay);
  const waits = wallet.waiting.reduce((sum, { amount }) => sum + unitsOf(amount), 0n);
  const arrived = unitsOf(wallet.arriving) - waits;
  const total = available + staked + inEscrow + onItsWay;
  const [figure, unit] = fixedAmount(available).split(" ");
  const others = [
    { key: "staked", term: "Staked", amount: staked, note: "earns rewards and gives you votes" },
    { key: "escrow", term: "In escrow", amount: inEscrow, note: "in your open bounties" },
    { key: "way", term: "Withdrawing", amount: onItsWay, note: "not final yet" },
  ];
  return (
    <section className={classes.card} aria-labelledby="balance">
      <h2 id="balance" className="visually-hidden">
        Your balance
      </h2>
      <div className={classes.headline}>
        <span className={classes.label} data-part="available">
          Available
        </span>
        <p className={classes.balance} data-long={(figure?.length ?? 0) > 13 || undefined}>
          {figure} <span className={classes.unit}>{unit}</span>
        </p>
        {total > available && (
          <span className={classes.total}>
            <Amount value={total} fixed plain /> in total
          </span>
        )}
      </div>
      <Bar amounts={[{ key: "available", amount: available }, ...others]} />
      <dl className={classes.parts}>
        {others.map(({ key, term, amount, note }) => (
          <div key={key} data-part={key} data-none={amount === 0n || undefined}>
            <dt>{term}</dt>
            <dd className={classes.amount}>
              <Amount value={amount} fixed plain />
            </dd>
            {amount > 0n && <dd className={classes.note}>{note}</dd>}
          </div>
        ))}
      </dl>
      {arrived > 0n && (
        <p className={classes.notice}>
          <IconHourglass size={18} stroke={1.6} aria-hidden="true" />
          <span>
            <Amount value={arrived} fixed exact unit="SOL" plain /> at your deposit address. It's added to your balance
            as soon as the network finalizes it.
          </span>
        </p>
      )}
      {wallet.waiting.map(({ id, amount, reason }) => (
        <p key={id} className={classes.notice}>
          <IconHourglass size={18} stroke={1.6} aria-hidden="true" />
          <span>
            <Amount value={amount} fixed exact unit="SOL" plain /> arrived. {DEPOSIT_WAITS[reason]}
          </span>
        </p>
      ))}
      {wallet.transactions.map(
        ({ id, transactionId, amount, withdrawal }) =>
          withdrawal &&
          withdrawal.stage !== "stopped" &&
          isDelayed(withdrawal.stage) && (
            <p key={id} className={classes.notice}>
              <IconHourglass size={18} stroke={1.6} aria-hidden="true" />
              <span>
                Your withdrawal of <Amount value={-unitsOf(amount)} fixed exact plain />: {progressText(withdrawal)}{" "}
                {withdrawal.held && <CancelHeld transactionId={transactionId} />}
              </span>
            </p>
          ),
      )}
      {wallet.withdrawals.stopped && (
        <p className={classes.notice} data-stopped>
          <IconHandStop size={18} stroke={1.6} aria-hidden="true" />
          <span>Withdrawals are paused. You can still request one, and we'll pay it as soon as they resume.</span>
        </p>
      )}
      <p className={classes.totals}>
        Earned so far <Amount value={wallet.totalEarned} fixed plain />, spent{" "}
        <Amount value={wallet.totalSpent} fixed plain />
      </p>
    </section>
  );
}

/** The shares of the total as a bar; the list below has the same in words. */
function Bar({ amounts }: { amounts: readonly { key: string; amount: bigint }[] }) {
  const whole = amounts.reduce((sum, { amount }) => sum + amount, 0n);
  if (whole <= 0n) return <div className={classes.bar} aria-hidden="true" />;
  return (
    <div className={classes.bar} aria-hidden="true">
      {amounts.map(({ key, amount }) =>
        amount > 0n ? (
          <span key={key} data-part={key} style={{ flexGrow: Number((amount * 10_000n) / whole) }} />
        ) : null,
      )}
    </div>
  );
}
