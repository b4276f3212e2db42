import type { Wallet } from "@bbux/contract";
import { Tabs } from "@mantine/core";
import { useState } from "react";
import { amountToBuy, readDeposit } from "./amounts.ts";
import type { Typed } from "./BuyParts.tsx";
import { DirectBuy } from "./DirectBuy.tsx";
import classes from "./Exchange.module.css";
import { FirstPurchase } from "./FirstPurchase.tsx";
import { ManualBuy } from "./ManualBuy.tsx";
import type { DepositRequest } from "./ManualDialog.tsx";
import { isNewToMoney } from "./stage.ts";

interface BuyFormProps {
  readonly wallet: Wallet | undefined;
  /** BBUX that the member came to buy. */
  readonly missing?: number | undefined;
}

/** Buys BBUX with SOL: from the connected wallet, or by a payment from anywhere. */
export function BuyForm({ wallet, missing }: BuyFormProps) {
  const [value, setValue] = useState(() => amountToBuy(missing));
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
      <h2 id="buy" className="visually-hidden">
        Buy BBUX with SOL
      </h2>
      {wallet && isNewToMoney(wallet) && <FirstPurchase />}
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
