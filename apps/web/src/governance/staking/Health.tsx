import { GOVERNANCE, type GovernanceDashboard, type Level, type Parameters } from "@bbux/contract";
import type { ReactNode } from "react";
import { fixedAmount } from "../../components/Amount.format.ts";
import { Amount } from "../../components/Amount.tsx";
import { numberText } from "../../lib/locale.ts";
import { useParameters } from "../../lib/parameters/useParameters.ts";
import classes from "./Governance.module.css";
import { LEVELS } from "./rates.ts";

const TREASURY: Record<Level, string> = {
  HIGH: "The treasury could pay three months of rewards or more.",
  MEDIUM: "The treasury could pay between one month and three months of rewards.",
  LOW: "The treasury couldn't pay a full month of rewards.",
};
const PARTICIPATION: Record<Level, string> = {
  HIGH: `More than ${GOVERNANCE.participation.high}% of all BBUX is staked.`,
  MEDIUM: `Between ${GOVERNANCE.participation.low}% and ${GOVERNANCE.participation.high}% of all BBUX is staked.`,
  LOW: `Less than ${GOVERNANCE.participation.low}% of all BBUX is staked.`,
};

/** The platform's health, in the levels that determine the rate (docs/DECISIONS.md 1.7). */
export function Health({ data: { platformMetrics: health } }: { data: GovernanceDashboard }) {
  const { parameters } = useParameters();
  return (
    <section aria-labelledby="health" className={classes.panel}>
      <h2 id="health">Platform health</h2>
      <p className={classes.lead}>What the reward rate depends on.</p>
      <dl className={classes.health}>
        <Row term="Monthly volume" note="BBUX placed as bounties in 30 days.">
          <Amount value={health.monthlyVolume} fixed />
        </Row>
        <Row term="Active stakers" note="Members with a stake.">
          {numberText(health.activeStakers)}
        </Row>
        <Row term="Activity" note={activityText(parameters)}>
          <LevelMark level={health.activityLevel} />
        </Row>
        <Row term="Treasury health" note={TREASURY[health.treasuryHealth]}>
          <LevelMark level={health.treasuryHealth} />
        </Row>
        <Row term="Participation level" note={PARTICIPATION[health.participationLevel]}>
          <LevelMark level={health.participationLevel} />
        </Row>
      </dl>
    </section>
  );
}

function activityText(parameters: Parameters | null): string {
  if (!parameters) return "By volume over 30 days.";
  const { volumeMedium, volumeHigh } = parameters;
  return `Medium from ${fixedAmount(volumeMedium)} in 30 days, high from ${fixedAmount(volumeHigh)}.`;
}

function LevelMark({ level }: { level: Level }) {
  return (
    <span className={classes.level} data-level={level}>
      <span className={classes.dots} aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      {LEVELS[level]}
    </span>
  );
}

function Row({ term, note, children }: { term: string; note: string; children: ReactNode }) {
  return (
    <div>
      <dt>
        {term}
        <span className={classes.note}>{note}</span>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
