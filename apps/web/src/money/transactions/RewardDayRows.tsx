import { useId, useState } from "react";
import { Amount } from "../../components/Amount.tsx";
import { timeText } from "../../lib/time.ts";
import { RowType } from "./RowType.tsx";
import { type RewardDay, rewardsText, sumOf } from "./rewardDays.ts";
import classes from "./Statement.module.css";
import { BalanceAfter, StatementRow, StatusMark } from "./StatementRow.tsx";

/** A day's rewards as one row with their sum, which opens to each of them. Printed, they are all there. */
export function RewardDayRows({ day, rewards }: RewardDay) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <tbody data-moved data-day={open ? "open" : "closed"}>
        <tr className={classes.row}>
          <RowType
            label={
              <>
                Rewards
                <span className="visually-hidden">, show each</span>
              </>
            }
            isOpen={open}
            controls={rewards.map((reward) => `${id}-${reward.id}`).join(" ")}
            onToggle={() => setOpen(!open)}
          >
            <span className={classes.about}>{rewardsText(rewards)}</span>
          </RowType>
          <td className={classes.date}>
            <time dateTime={day}>{timeText(day, "date")}</time>
          </td>
          <td className={classes.state}>
            <StatusMark status="completed" />
          </td>
          <td className={classes.amount}>
            <Amount value={sumOf(rewards)} fixed signed />
          </td>
          <td className={classes.balance}>
            <BalanceAfter value={rewards[0]?.balanceAfter ?? null} />
          </td>
        </tr>
      </tbody>
      {rewards.map((reward) => (
        <StatementRow
          key={reward.id}
          transaction={reward}
          hasStatus
          ofDay={{ id: `${id}-${reward.id}`, isOpen: open }}
        />
      ))}
    </>
  );
}
