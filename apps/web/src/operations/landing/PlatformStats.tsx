import { trpc } from "../../lib/trpc.ts";
import { REFRESH_MS } from "./board.ts";
import { FIRST_AT, startingWith } from "./firstFigures.ts";
import classes from "./Landing.module.css";
import { shortCount, solRewards } from "./statFormat.ts";

const NOTHING = { activeBounties: 0, questionsAnswered: 0, totalRewards: "0", communityMembers: 0 };

/** Four numbers: those that the page came with until they load; zeros without any, and when loading fails. */
export function PlatformStats() {
  const stats = trpc.stats.get.useQuery(undefined, {
    ...startingWith(({ stats }) => stats),
    staleTime: REFRESH_MS,
    // Polls only while the page is visible.
    refetchInterval: REFRESH_MS,
  });
  const hasNeverLoaded = stats.isError && stats.dataUpdatedAt === FIRST_AT;
  const data = hasNeverLoaded ? NOTHING : (stats.data ?? NOTHING);
  return (
    <section className={classes.band} aria-label="The platform in numbers">
      <dl className={classes.stats}>
        <Figure label="Active bounties">{shortCount(data.activeBounties)}</Figure>
        <Figure label="Questions answered">{shortCount(data.questionsAnswered)}</Figure>
        <Figure label="Total rewards" money>
          {solRewards(data.totalRewards)}
        </Figure>
        <Figure label="Community members">{shortCount(data.communityMembers)}</Figure>
      </dl>
    </section>
  );
}

function Figure({ label, money, children }: { label: string; money?: boolean; children: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={money ? classes.money : undefined}>{children}</dd>
    </div>
  );
}
