import { useEffect, useState } from "react";
import { exactTime, span } from "../../components/TimeAgo.format.ts";

const checkedAgo = (passed: string) => `Checked ${passed} ago`;

interface CheckedProps {
  readonly at: string;
  /** Puts the time into a sentence. */
  readonly text?: (passed: string) => string;
}

/** When the chain was last read, to the second. */
export function Checked({ at, text = checkedAgo }: CheckedProps) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const passed = Math.max(now - Date.parse(at), 0);
  return (
    <time dateTime={at} title={exactTime(at)}>
      {text(passed < 60_000 ? `${Math.floor(passed / 1_000)} s` : span(passed))}
    </time>
  );
}
