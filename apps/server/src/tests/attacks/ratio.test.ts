import { expect, it } from "vitest";
import { compare } from "./ratio.ts";

/** Each input takes as long as given, and up to half of that more, by a clock that nothing else moves. */
function timed(lengths: Readonly<Record<string, number>>) {
  let at = 0;
  let nth = 0;
  const once = async (input: string) => {
    // Not in step with the rounds.
    const noise = ((nth++ * 7) % 11) / 20;
    at += (lengths[input] ?? 0) * (1 + noise);
    return "same";
  };
  return { once, now: () => at };
}

it.each([
  { times: 1, within: true },
  { times: 3, within: false },
  { times: 1 / 3, within: false },
  { times: 0.05, within: false },
])("a difference of $times times is found, and one that isn't there is not", async ({ times, within }) => {
  const { once, now } = timed({ known: 10, unknown: 10 * times });
  const { answers, ratios } = await compare(once, ["known", "unknown"], 24, now);
  const [low, high] = ratios.get("unknown") ?? [0, 0];
  expect([...answers]).toEqual(["same"]);
  expect(low > 0.5 && high < 2).toBe(within);
  expect([low <= times, times <= high]).toEqual([true, true]);
});

it("a few rounds in which the machine was busy change nothing, and too few rounds show nothing", async () => {
  let nth = 0;
  let at = 0;
  const once = async () => {
    at += nth++ % 9 === 0 ? 1_000 : 10;
    return "same";
  };
  const busy = await compare(once, ["known", "unknown"], 24, () => at);
  expect(busy.ratios.get("unknown")).toEqual([1, 1]);
  const few = await compare(once, ["known", "unknown"], 5, () => at);
  expect(few.ratios.get("unknown")).toEqual([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]);
});
