import type { GovernanceDashboard } from "@bbux/contract";
import { SegmentedControl } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { unitsOf } from "../../components/Amount.format.ts";
import { Amount } from "../../components/Amount.tsx";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { ParameterText } from "../../components/ParameterText.tsx";
import { SeriesChart } from "../../components/SeriesChart.tsx";
import { numberText } from "../../lib/locale.ts";
import { trpc } from "../../lib/trpc.ts";
import { DaysTable } from "./DaysTable.tsx";
import classes from "./Governance.module.css";
import { chartAmount, daily, percent } from "./rates.ts";
import { dailyAmounts, dailyRates, dayOf, paidInAll, RANGES, type Range, upToNow } from "./series.ts";

const CHOICES = RANGES.map(({ value, label }) => ({ value, label }));
const NOTHING = "A chart appears here after two whole days (UTC).";

/** The platform's figures, each with a chart and a sentence. */
export function Platform({ data: { stats, rewardRate, platformMetrics } }: { data: GovernanceDashboard }) {
  const [range, setRange] = useState<Range>("quarter");
  const history = trpc.governance.history.useQuery({ range }, { placeholderData: keepPreviousData });
  const days = history.data?.points ?? [];
  const chart = { day: dayOf, stale: history.isPlaceholderData, nothing: history.data ? NOTHING : "" };
  const money = { ...chart, format: chartAmount, tone: "money" as const };
  return (
    <section aria-labelledby="platform">
      <div className={classes.head}>
        <h2 id="platform">The platform</h2>
        <SegmentedControl
          aria-label="Range of the charts"
          size="xs"
          data={CHOICES}
          value={range}
          onChange={(value) => setRange(RANGES.find((one) => one.value === value)?.value ?? "quarter")}
        />
      </div>
      {history.error && !history.data && (
        <ErrorBox
          error={history.error}
          fallback="We couldn't load the charts"
          always
          onRetry={() => void history.refetch()}
          retrying={history.isFetching}
        />
      )}
      <div className={classes.figures}>
        <Figure
          title="Total staked"
          value={<Amount value={stats.totalStaked} fixed />}
          chart={
            <SeriesChart
              label="Total staked"
              points={upToNow(dailyAmounts(days, "staked"), stats.totalStaked)}
              {...money}
            />
          }
        >
          All members' stakes, which give them votes and rewards.
        </Figure>
        <Figure
          title="Treasury"
          value={<Amount value={stats.totalTreasury} fixed />}
          chart={
            <SeriesChart
              label="Treasury"
              points={upToNow(dailyAmounts(days, "treasury"), stats.totalTreasury)}
              {...money}
            />
          }
        >
          What's left of the community's fees. All rewards come from here.
        </Figure>
        <Figure
          title="Total collected"
          value={<Amount value={stats.totalCollected} fixed />}
          chart={<Share {...stats} />}
        >
          All fees so far: <ParameterText name="bountyFee" otherwise="a share" /> on bounties and{" "}
          <ParameterText name="withdrawalFee" otherwise="a share" /> on withdrawals.
        </Figure>
        <Figure
          title="Total distributed"
          value={<Amount value={stats.totalDistributed} fixed />}
          chart={
            <SeriesChart
              label="Total distributed"
              points={upToNow(paidInAll(days, stats.totalDistributed), stats.totalDistributed)}
              {...money}
            />
          }
        >
          All rewards paid for stakes so far.
        </Figure>
        <Figure
          title="Reward rate"
          value={daily(rewardRate.totalRate)}
          chart={
            <SeriesChart
              label="Reward rate"
              points={upToNow(dailyRates(days), rewardRate.totalRate)}
              {...chart}
              format={percent}
            />
          }
        >
          What each staked BBUX earns a day, before the bonus for voting.
        </Figure>
        <Figure
          title="Monthly volume"
          value={<Amount value={platformMetrics.monthlyVolume} fixed />}
          chart={
            <SeriesChart
              label="Monthly volume"
              points={upToNow(dailyAmounts(days, "volume"), platformMetrics.monthlyVolume)}
              {...money}
            />
          }
        >
          BBUX placed as bounties in 30 days. Each pays a fee to the treasury.
        </Figure>
      </div>
      {days.length > 0 && <DaysTable days={days} />}
    </section>
  );
}

interface FigureProps {
  readonly title: string;
  readonly value: ReactNode;
  readonly chart: ReactNode;
  /** Explains the figure in a sentence. */
  readonly children: ReactNode;
}

function Figure({ title, value, chart, children }: FigureProps) {
  return (
    <section className={classes.figure} aria-label={title}>
      <h3>{title}</h3>
      <p className={classes.value}>{value}</p>
      {chart}
      <p className={classes.sentence}>{children}</p>
    </section>
  );
}

/** Where the collected fees are now: what is paid to stakes, and what is not. */
function Share({ totalCollected, totalDistributed }: GovernanceDashboard["stats"]) {
  const [collected, paid] = [unitsOf(totalCollected), unitsOf(totalDistributed)];
  const share = collected > 0n ? Number((paid * 1_000n) / collected) / 10 : 0;
  return (
    <div className={classes.share}>
      <div className={classes.bar} aria-hidden="true">
        <span style={{ width: `${Math.min(share, 100)}%` }} />
      </div>
      <p>{numberText(share)}% of it has been paid out as rewards. Rewards can never exceed what was collected.</p>
    </div>
  );
}
