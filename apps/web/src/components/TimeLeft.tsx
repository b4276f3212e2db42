import { useEffect, useState } from "react";
import { useSeconds } from "./TimeAgo.clock.ts";
import { exactTime } from "./TimeAgo.format.ts";
import { refundTimeLeft, spokenTimeLeft } from "./TimeLeft.format.ts";
import classes from "./TimeLeft.module.css";

/** The time left to vote, updated as it passes; 'Expired' once it is over. */
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

/** Whether a moment has passed; updates when it does. */
export function useIsOver(at: string): boolean {
  const [over, setOver] = useState(() => Date.parse(at) <= Date.now());
  useEffect(() => {
    const left = Date.parse(at) - Date.now();
    setOver(left <= 0);
    // Longer than a timer's maximum, and nobody keeps the page open that long.
    if (left <= 0 || left > 2 ** 31 - 1) return;
    const timer = setTimeout(() => setOver(true), left);
    return () => clearTimeout(timer);
  }, [at]);
  return over;
}
