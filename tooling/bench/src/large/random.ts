export interface Random {
  /** From 0 up to but excluding 1. */
  next(): number;
  /** An integer below `n`. */
  below(n: number): number;
  /** An integer below `n`, favoring small ones: the share of the first k of n is (k/n)^(1/skew). */
  skewed(n: number, skew: number): number;
}

/** Gives the same numbers for the same seed everywhere (mulberry32), so that the same size produces the same community. */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    below: (n) => Math.floor(next() * n),
    skewed: (n, skew) => Math.floor(n * next() ** skew),
  };
}

/** Draws 0 to n-1 by Zipf's law: the k-th is drawn 1/k as often as the first, as with words and tags. */
export function createZipf(n: number, random: Random): () => number {
  const sums = new Float64Array(n);
  let sum = 0;
  for (let k = 0; k < n; k++) {
    sum += 1 / (k + 1);
    sums[k] = sum;
  }
  return () => {
    const wanted = random.next() * sum;
    let low = 0;
    let high = n - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** A step that shares no factor with `n`, so that k → (k × step) % n reaches every number once, out of order. */
export function strideOf(n: number): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  let step = Math.floor(n * 0.618_034) | 1;
  while (divisor(step, n) !== 1) step += 2;
  return step;
}
