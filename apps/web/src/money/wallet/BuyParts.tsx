import { WALLET, type Wallet } from "@bbux/contract";
import { Link, useLocation } from "@tanstack/react-router";
import { unitsOf } from "../../components/Amount.format.ts";
import { Amount } from "../../components/Amount.tsx";
import { editableAmount } from "../../components/Amount.typed.ts";
import { Line, Receipt } from "../../components/Receipt.tsx";
import { decimalText } from "../../lib/locale.ts";
import { AmountField } from "./AmountField.tsx";
import { PRESETS, readDeposit } from "./amounts.ts";
import classes from "./Exchange.module.css";
import { walletSearch } from "./wallet.search.ts";

/** The state that both ways of buying share: the typed amount, and its error after an attempt. */
export interface Typed {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly problem: string | null;
  /** Parses the amount; `null` when it is invalid, and the field says why. */
  readonly take: () => bigint | null;
  readonly clear: () => void;
}

/** The amount of SOL, with its limits, and amounts to fill in. They only fill in: the form's button buys. */
export function SolField({ typed }: { typed: Typed }) {
  return (
    <div>
      <AmountField
        label="Amount in SOL"
        unit="SOL"
        min={WALLET.deposit.min}
        max={WALLET.deposit.max}
        step={WALLET.depositStep}
        value={typed.value}
        onChange={typed.onChange}
        error={typed.problem}
      />
      <fieldset className={classes.presets}>
        <legend className="visually-hidden">Common amounts</legend>
        {PRESETS.map((amount) => (
          <button
            key={String(amount)}
            type="button"
            className={classes.preset}
            aria-pressed={readDeposit(typed.value).amount === amount}
            onClick={() => typed.onChange(editableAmount(amount))}
          >
            {decimalText(editableAmount(amount))} SOL
          </button>
        ))}
      </fieldset>
    </div>
  );
}

/** One SOL is one BBUX: the rate and, once an amount is typed, the payment, the credit and the new balance. */
export function BuyReceipt({ wallet, typed, note }: { wallet: Wallet | undefined; typed: Typed; note: string }) {
  const amount = readDeposit(typed.value).amount ?? 0n;
  const isTyped = typed.value.trim() !== "";
  return (
    <div className={classes.receipt} data-open={isTyped || undefined}>
      <Receipt note={isTyped && note}>
        {isTyped && (
          <Line term="You pay">
            <Amount value={amount} fixed unit="SOL" plain />
          </Line>
        )}
        <Line term={/* @wc-context: exchange */ "Rate"}>1 SOL = 1 BBUX, no fee</Line>
        {isTyped && (
          <Line term="You get" strong>
            <Amount value={amount} fixed plain={amount === 0n} />
          </Line>
        )}
        {isTyped && wallet && (
          <Line term="Balance after">
            <Amount value={unitsOf(wallet.bbuxBalance) + amount} fixed plain />
          </Line>
        )}
      </Receipt>
    </div>
  );
}

/** Says what a purchase has brought, and leads on to a question, or back to the one that needed it. */
export function Credited({ amount }: { amount: bigint | number | string }) {
  const from = useLocation({ select: ({ search }) => walletSearch({ ...search }).from });
  return (
    <>
      <p>
        <strong>
          <Amount value={amount} fixed />
        </strong>{" "}
        is in your balance.
      </p>
      <p>
        <Link to="/posts/create">{from === "question" ? "Back to your question" : "Ask a question"}</Link>
      </p>
    </>
  );
}
