import { useNow } from "./TimeAgo.clock.ts";
import { exactTime, timeAgo } from "./TimeAgo.format.ts";

/** A past time, relative, with the exact time on hover. */
export function TimeAgo({ at, prefix = "" }: { at: string; prefix?: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={exactTime(at)}>
      {prefix}
      {timeAgo(at, now)}
    </time>
  );
}
