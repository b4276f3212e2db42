import type { RecordLine } from "./record-line.ts";

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** What left within one minute, in lamports. */
interface Minute {
  readonly payments: Map<string, bigint>;
  total: bigint;
}

/** How much was signed away lately. It is made from the record, so a restart forgets nothing. */
export interface SpendingWindows {
  /** To be told of each line, in order. */
  add(line: RecordLine): void;
  /**
   * Lamports signed within the last minutes, fees and rent included. Of the attempts of one payment only one can land, so it counts
   * once, in the minute of its latest.
   * @param without a payment that isn't counted
   */
  spent(minutes: number, now: Date, without: string): bigint;
}

export function createSpendingWindows(): SpendingWindows {
  const minutes = new Map<number, Minute>();
  /** The minute in which a payment counts. */
  const counted = new Map<string, number>();

  function at(minute: number): Minute {
    const known = minutes.get(minute);
    if (known) return known;
    for (const old of minutes.keys()) if (old < minute - DAY_MINUTES) forget(old);
    const fresh = { payments: new Map<string, bigint>(), total: 0n };
    minutes.set(minute, fresh);
    return fresh;
  }

  function forget(minute: number): void {
    for (const reference of minutes.get(minute)?.payments.keys() ?? []) counted.delete(reference);
    minutes.delete(minute);
  }

  function takeOut(reference: string): void {
    const before = minutes.get(counted.get(reference) ?? -1);
    const lamports = before?.payments.get(reference) ?? 0n;
    if (!before) return;
    before.total -= lamports;
    before.payments.delete(reference);
  }

  return {
    add(line) {
      if (line.what !== "signed") return;
      const minute = minuteOf(new Date(line.at));
      const own = at(minute);
      own.total += line.networkFee;
      if (line.kind === "createNonce") own.total += line.lamports;
      if (line.kind !== "pay") return;
      takeOut(line.reference);
      own.payments.set(line.reference, line.lamports);
      own.total += line.lamports;
      counted.set(line.reference, minute);
    },
    spent(count, now, without) {
      const first = minuteOf(now) - count;
      let sum = 0n;
      for (const [minute, { total, payments }] of minutes) {
        if (minute >= first) sum += total - (payments.get(without) ?? 0n);
      }
      return sum;
    },
  };
}

const minuteOf = (at: Date) => Math.floor(at.getTime() / MINUTE_MS);
