import { WALLET, type Wallet } from "@bbux/contract";
import { Tabs } from "@mantine/core";
import { useState } from "react";
import { unitsOf } from "../../components/Amount.format.ts";
import { Amount } from "../../components/Amount.tsx";
import { Line, Receipt } from "../../components/Receipt.tsx";
import { AmountField } from "./AmountField.tsx";
import { readDeposit } from "./amounts.ts";
import { DirectBuy } from "./DirectBuy.tsx";
import classes from "./Exchange.module.css";
import { ManualBuy } from "./ManualBuy.tsx";
import type { DepositRequest } from "./ManualDialog.tsx";

/** What both ways of buying share: the amount as typed, and what is wrong with it once somebody tried. */
export interface Typed {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly problem: string | null;
  /** Reads the amount; `null` when it is none, and the field says why. */
  readonly take: () => bigint | null;
  readonly clear: () => void;
}

/** Buy BBUX with SOL (spec money §2): from the connected wallet, or by paying from anywhere. */
export function BuyForm({ wallet }: { wallet: Wallet | undefined }) {
  const [value, setValue] = useState("");
  const [tried, setTried] = useState(false);
  const [request, setRequest] = useState<DepositRequest | null>(null);
  const read = readDeposit(value);
  const typed: Typed = {
    value,
    onChange: (next) => {
      setValue(next);
      setTried(false);
    },
    problem: tried ? read.problem : null,
    take: () => {
      setTried(true);
      return read.amount;
    },
    clear: () => {
      setValue("");
      setTried(false);
    },
  };
  return (
    <section aria-labelledby="buy">
      <h2 id="buy">Buy BBUX with SOL</h2>
      <Tabs defaultValue="direct" variant="pills" keepMounted={false}>
        <Tabs.List className={classes.ways}>
          <Tabs.Tab value="direct" className={classes.way}>
            Direct
          </Tabs.Tab>
          <Tabs.Tab value="manual" className={classes.way}>
            Manual
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="direct">
          <DirectBuy wallet={wallet} typed={typed} />
        </Tabs.Panel>
        <Tabs.Panel value="manual">
          <ManualBuy wallet={wallet} typed={typed} request={request} onRequest={setRequest} />
        </Tabs.Panel>
      </Tabs>
    </section>
  );
}

/** The amount of SOL, with the limits of spec money §5. */
export function SolField({ typed }: { typed: Typed }) {
  return (
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
  );
}

/** One SOL is one BBUX: what is paid, what comes in, what one has then. */
export function BuyReceipt({ wallet, typed, note }: { wallet: Wallet | undefined; typed: Typed; note: string }) {
  const amount = readDeposit(typed.value).amount ?? 0n;
  return (
    <Receipt note={note}>
      <Line term="You pay">
        <Amount value={amount} fixed unit="SOL" plain />
      </Line>
      <Line term="Rate">1 SOL = 1 BBUX, no fee</Line>
      <Line term="You get" strong>
        <Amount value={amount} fixed />
      </Line>
      {wallet && (
        <Line term="Balance after">
          <Amount value={unitsOf(wallet.bbuxBalance) + amount} fixed plain />
        </Line>
      )}
    </Receipt>
  );
}
