import { useEffect, useState } from "react";
import { useSeconds } from "../../components/TimeAgo.clock.ts";
import { exactTime } from "../../components/TimeAgo.format.ts";
import classes from "./Refunds.module.css";
import { refundTimeLeft, spokenTimeLeft } from "./timeLeft.ts";

/** The time left to vote, going on by itself; 'Expired' once it is over. */
export function TimeLeft({ expiresAt }: { expiresAt: string }) {
  const text = refundTimeLeft(expiresAt, useSeconds());
  const over = text === "Expired";
  return (
    <span className={classes.left} title={`${over ? "Since" : "Until"} ${exactTime(expiresAt)}`}>
      <span aria-hidden={!over}>{text}</span>
      {!over && (
        <>
          <span aria-hidden> left</span>
          <span className="visually-hidden">{spokenTimeLeft(text)} left</span>
        </>
      )}
    </span>
  );
}

/** Whether a moment has come; turns by itself when it does. */
export function useIsOver(at: string): boolean {
  const [over, setOver] = useState(() => Date.parse(at) <= Date.now());
  useEffect(() => {
    const left = Date.parse(at) - Date.now();
    setOver(left <= 0);
    // Longer than a timer can wait: nobody has the page open for so long.
    if (left <= 0 || left > 2 ** 31 - 1) return;
    const timer = setTimeout(() => setOver(true), left);
    return () => clearTimeout(timer);
  }, [at]);
  return over;
}
