import type { Wallet } from "@bbux/contract";
import { Tabs } from "@mantine/core";
import { BuyForm } from "./BuyForm.tsx";
import classes from "./Exchange.module.css";
import { SellForm } from "./SellForm.tsx";
import { SIDES, type Side } from "./wallet.search.ts";

interface ExchangeProps {
  /** Absent when it could not be fetched, which the dependent parts report. */
  readonly wallet: Wallet | undefined;
  readonly side: Side;
  readonly onSide: (side: Side) => void;
  /** BBUX that the member came to buy. */
  readonly missing?: number | undefined;
}

/** Buying and selling as two sides of one form. Each side keeps its input while the other is shown. */
export function Exchange({ wallet, side, onSide, missing }: ExchangeProps) {
  return (
    <div className={classes.card}>
      <Tabs value={side} onChange={(value) => onSide(SIDES.find((one) => one === value) ?? "buy")}>
        <Tabs.List grow>
          <Tabs.Tab value="buy" className={classes.side}>
            Buy
          </Tabs.Tab>
          <Tabs.Tab value="sell" className={classes.side}>
            Sell
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="buy" className={classes.panel}>
          <BuyForm wallet={wallet} missing={missing} />
        </Tabs.Panel>
        <Tabs.Panel value="sell" className={classes.panel}>
          <SellForm wallet={wallet} />
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}
