import type { GovernanceDashboard } from "@bbux/contract";
import { Tabs } from "@mantine/core";
import { useState } from "react";
import { exchangeClasses as exchange } from "../../money/wallet/index.ts";
import { StakeForm } from "./StakeForm.tsx";

/** Staking and unstaking as two sides of one form. Each side keeps its input while the other is shown. */
export function StakeForms({ data }: { data: GovernanceDashboard }) {
  const [side, setSide] = useState<string | null>("stake");
  return (
    <div className={exchange.card}>
      <Tabs value={side} onChange={setSide}>
        <Tabs.List grow>
          <Tabs.Tab value="stake" className={exchange.side}>
            Stake
          </Tabs.Tab>
          <Tabs.Tab value="unstake" className={exchange.side}>
            Unstake
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="stake" className={exchange.panel}>
          <StakeForm kind="stake" data={data} />
        </Tabs.Panel>
        <Tabs.Panel value="unstake" className={exchange.panel}>
          <StakeForm kind="unstake" data={data} />
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}
