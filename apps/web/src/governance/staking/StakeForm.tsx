import { formatAmount, type GovernanceDashboard, type StakeOutput } from "@bbux/contract";
import { IconCircleCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { fixedAmount } from "../../components/Amount.format.ts";
import { Amount } from "../../components/Amount.tsx";
import { editableAmount } from "../../components/Amount.typed.ts";
import { CheckedForm } from "../../components/CheckedForm.tsx";
import { FormError } from "../../components/FormError.tsx";
import { Line, Receipt } from "../../components/Receipt.tsx";
import { SubmitButton } from "../../components/SubmitButton.tsx";
import { exactTime } from "../../components/TimeAgo.format.ts";
import { ignoreEnter } from "../../lib/ignoreEnter.ts";
import { useIntentKey } from "../../lib/intent.ts";
import { trpc } from "../../lib/trpc.ts";
import { AmountField, exchangeClasses as exchange, faultOf } from "../../money/wallet/index.ts";
import classes from "./Governance.module.css";
import { forecast, percent } from "./rates.ts";
import { mostToUnstake, type Position, positionOf, readStake, readUnstake } from "./staking.ts";
import { useGovernanceReload } from "./useGovernance.ts";

const TEXTS = {
  stake: {
    title: "Stake BBUX",
    lead: "Your stake stays yours. It earns a daily reward and sets your voting power.",
    sentence: "Failed to stake",
    pending: "Staking...",
    most: "Max: stake all of your balance",
  },
  unstake: {
    title: "Unstake BBUX",
    lead: "Unstaked BBUX is back in your balance right away. On the day you unstake, the smaller stake counts.",
    sentence: "Failed to unstake",
    pending: "Unstaking...",
    most: "Max: unstake all that is not locked",
  },
};

interface StakeFormProps {
  readonly kind: "stake" | "unstake";
  readonly data: GovernanceDashboard;
}

/** The amount, the resulting stake, and what it would earn. */
export function StakeForm({ kind, data: { userStats, userRewardRate } }: StakeFormProps) {
  const words = TEXTS[kind];
  const [value, setValue] = useState("");
  const [tried, setTried] = useState(false);
  const reload = useGovernanceReload();
  const options = {
    trpc: useIntentKey(),
    onSuccess: () => {
      setValue("");
      setTried(false);
    },
    onSettled: reload,
  };
  const stake = trpc.governance.stake.useMutation(options);
  const unstake = trpc.governance.unstake.useMutation(options);
  const call = kind === "stake" ? stake : unstake;

  const position = positionOf(userStats);
  const read = kind === "stake" ? readStake(value, position) : readUnstake(value, position);
  const most = kind === "stake" ? position.available : mostToUnstake(position);
  const fault = call.error ? faultOf(words.sentence, call.error) : null;

  function submit() {
    if (call.isPending) return;
    setTried(true);
    if (read.amount !== null) call.mutate({ amount: formatAmount(read.amount) });
  }

  function change(next: string) {
    setValue(next);
    setTried(false);
    // The error belonged to the previous input.
    if (call.error || call.data) call.reset();
  }

  return (
    <section aria-labelledby={kind}>
      <h2 id={kind}>{words.title}</h2>
      <CheckedForm className={exchange.form} onSubmit={submit} onKeyDown={ignoreEnter} aria-label={words.title}>
        <p className={exchange.lead}>{words.lead}</p>
        <AmountField
          label="Amount in BBUX"
          unit="BBUX"
          min={1n}
          max={most}
          value={value}
          onChange={change}
          error={tried ? read.problem : null}
          description={
            kind === "stake" ? (
              <>
                You can stake <Amount value={position.available} fixed plain />
              </>
            ) : (
              <>
                You can unstake <Amount value={most} fixed plain />
              </>
            )
          }
          action={
            <button
              type="button"
              className={exchange.text}
              aria-label={words.most}
              onClick={() => change(editableAmount(most))}
            >
              Max
            </button>
          }
        />
        {kind === "unstake" && position.locked > 0n && <Locked amount={position.locked} until={userStats.unlocksAt} />}
        <StakeReceipt kind={kind} position={position} amount={read.amount ?? 0n} rate={userRewardRate.totalRate} />
        <div role="status" className={classes.said}>
          {call.data && <Done kind={kind} answer={call.data} />}
        </div>
        <FormError message={fault?.message ?? null} hint={fault?.hint ?? null} />
        <SubmitButton pending={call.isPending} pendingText={words.pending} fullWidth size="md">
          {read.amount === null ? words.title : submitLabel(kind, read.amount)}
        </SubmitButton>
      </CheckedForm>
    </section>
  );
}

function submitLabel(kind: "stake" | "unstake", amount: bigint): string {
  const text = fixedAmount(amount, { exact: true });
  return kind === "stake" ? `Stake ${text}` : `Unstake ${text}`;
}

interface StakeReceiptProps {
  readonly kind: "stake" | "unstake";
  readonly position: Position;
  readonly amount: bigint;
  readonly rate: number;
}

function StakeReceipt({ kind, position, amount, rate }: StakeReceiptProps) {
  const change = kind === "stake" ? amount : -amount;
  const stake = position.staked + change;
  const earns = forecast(stake, rate);
  return (
    <Receipt note="A forecast, not a promise. The rate is set each day, and rewards come only from the treasury.">
      <Line term="Balance after">
        <Amount value={position.available - change} fixed plain />
      </Line>
      <Line term="Your new stake" strong>
        <Amount value={stake} fixed />
      </Line>
      <Line term="Your rate now">{percent(rate)} a day</Line>
      <Line term="Earns per day">
        <Amount value={earns.day} fixed plain />
      </Line>
      <Line term="In 30 days">
        <Amount value={earns.month} fixed plain />
      </Line>
      <Line term="In a year">
        <Amount value={earns.year} fixed plain />
      </Line>
    </Receipt>
  );
}

function Locked({ amount, until }: { amount: bigint; until: string | null }) {
  return (
    <p className={exchange.state}>
      <span>
        {until ? (
          <>
            <strong>
              <Amount value={amount} fixed plain /> are locked
            </strong>{" "}
            behind your votes on open proposals, until {exactTime(until)}. They still earn rewards.
          </>
        ) : (
          <>
            <strong>
              <Amount value={amount} fixed plain /> are locked
            </strong>{" "}
            behind your votes on open proposals. They still earn rewards.
          </>
        )}
      </span>
    </p>
  );
}

function Done({ kind, answer }: { kind: "stake" | "unstake"; answer: StakeOutput }) {
  return (
    <div className={exchange.state} data-done>
      <IconCircleCheck size={18} stroke={1.6} aria-hidden="true" />
      <div>
        <p>
          <strong>{kind === "stake" ? "Staked." : "Unstaked."}</strong> Your stake is now{" "}
          <Amount value={answer.newStake} fixed plain />, your rate {percent(answer.rewardRate)} a day.
        </p>
        {kind === "stake" ? (
          <p>
            The BBUX you added earns from tomorrow (UTC). Each day's reward is paid after the day ends, and you'll find
            it in <Link to="/transactions">your transactions</Link>.
          </p>
        ) : (
          <p>
            The BBUX is back in your balance. <Link to="/wallet">Go to your wallet</Link>
          </p>
        )}
      </div>
    </div>
  );
}
