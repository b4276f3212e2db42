/** The share of intervals that don't contain the real ratio. */
const MISSED = 0.01;

export interface Comparison {
  /** Everything that was answered. */
  readonly answers: ReadonlySet<string>;
  /** For each of the others, the 99% confidence interval of how many times as long as the first it takes. */
  readonly ratios: ReadonlyMap<string, readonly [low: number, high: number]>;
}

/**
 * Times inputs round by round, each round in another order, so that whatever else the machine does meets all of them. The ratios of a
 * round are compared by rank, so a few that are far off, such as those of a moment when the machine was busy, move nothing.
 */
export async function compare(
  once: (input: string) => Promise<string>,
  [first, ...others]: readonly [string, ...string[]],
  rounds: number,
  now = () => performance.now(),
): Promise<Comparison> {
  const answers = new Set<string>();
  const inputs = [first, ...others];
  const ratios = new Map(others.map((input) => [input, [] as number[]]));
  for (let round = -2; round < rounds; round++) {
    const took = new Map<string, number>();
    for (let nth = 0; nth < inputs.length; nth++) {
      const input = inputs[(nth + round + inputs.length) % inputs.length] ?? first;
      const began = now();
      answers.add(await once(input));
      took.set(input, now() - began);
    }
    // The first warm up.
    if (round < 0) continue;
    for (const [input, all] of ratios) all.push((took.get(input) ?? Number.NaN) / (took.get(first) ?? Number.NaN));
  }
  return { answers, ratios: new Map([...ratios].map(([input, all]) => [input, medianInterval(all)])) };
}

/** The confidence interval of the median by the sign test, which assumes nothing about how the values are distributed. */
function medianInterval(values: readonly number[]): readonly [number, number] {
  const sorted = [...values].sort((a, b) => a - b);
  const count = sorted.length;
  // How likely it is that as many values or fewer are below the median: half the share that is missed, at most.
  let likely = 0;
  let probability = 0.5 ** count;
  let below = 0;
  while (likely + probability <= MISSED / 2) {
    likely += probability;
    probability *= (count - below) / (below + 1);
    below++;
  }
  if (below === 0) return [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  return [sorted[below - 1] ?? Number.NaN, sorted[count - below] ?? Number.NaN];
}
