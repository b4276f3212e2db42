import { DAY_MS } from "@bbux/contract";

/** An upload of the last 24 hours. */
export interface Used {
  readonly at: Date;
  readonly bytes: number;
}

/**
 * Returns when so much of a member's uploads no longer counts that the next one has room; without a wait that would help, when all of it doesn't.
 * @param used the oldest first
 * @param hasRoom whether it would, next to so many files and bytes
 */
export function roomFrom(used: readonly Used[], hasRoom: (files: number, bytes: number) => boolean, now: Date): Date {
  let bytes = used.reduce((sum, one) => sum + one.bytes, 0);
  for (const [index, one] of used.entries()) {
    bytes -= one.bytes;
    const isLast = index === used.length - 1;
    if (isLast || hasRoom(used.length - index - 1, bytes)) return new Date(one.at.getTime() + DAY_MS);
  }
  return now;
}
