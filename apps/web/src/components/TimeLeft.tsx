import { useEffect, useState } from "react";
import { useSeconds } from "./TimeAgo.clock.ts";
import { exactTime } from "./TimeAgo.format.ts";
import { refundTimeLeft } from "./TimeLeft.format.ts";
import classes from "./TimeLeft.module.css";

/** The time left to vote, updated as it passes; 'Expired' once it is over. */
export function TimeLeft({ expiresAt }: { expiresAt: string }) {
  const text = refundTimeLeft(expiresAt, useSeconds());
  if (text === null)
    return (
      <span className={classes.left} title={`Since ${exactTime(expiresAt)}`}>
        Expired
      </span>
    );
  return (
    <span className={classes.left} title={`Until ${exactTime(expiresAt)}`}>
      <span aria-hidden>{text.shown}</span>
      <span className="visually-hidden">{text.spoken}</span>
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
