import { useNow } from "./TimeAgo.clock.ts";
import { exactTime, timeAgo } from "./TimeAgo.format.ts";

interface TimeAgoProps {
  readonly at: string;
  /** Says more than the time, as one text that can be translated. */
  readonly text?: ((time: string) => string) | undefined;
}

/** A past time, relative, with the exact time on hover. */
export function TimeAgo({ at, text = (time) => time }: TimeAgoProps) {
  const now = useNow();
  return (
    <time dateTime={at} title={exactTime(at)}>
      {text(timeAgo(at, now))}
    </time>
  );
}
