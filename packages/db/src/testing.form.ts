const FORM = process.env.BBUX_LONG ?? "";

/** Whether the long proofs run in full, as their own commands do. */
export const isLong = FORM === "on";

/** The number of the share, so that each share chooses different cases; 0 without one. */
export const turn = Number(/^(\d+)\//.exec(FORM)?.[1] ?? 0);

const share = /^(\d+)\/(\d+)$/.exec(FORM);

/** How many rounds to run: a few in every test run, all of them in the long form, and their part in a share. */
export function rounds(short: number, long: number): number {
  if (share) return Math.max(short, Math.ceil(long / Number(share[2])));
  return isLong ? long : short;
}

/**
 * Which cases to run: the short ones in every run, all of them in the long form, and in a share such as
 * `BBUX_LONG=3/10` every tenth as well, starting with the third.
 */
export function casesOf<T>(all: readonly T[], short: readonly T[]): readonly T[] {
  if (share) {
    const of = Number(share[2]);
    return all.filter((one, place) => short.includes(one) || place % of === turn % of);
  }
  return isLong ? all : short;
}
