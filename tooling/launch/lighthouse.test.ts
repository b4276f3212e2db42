import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { measured } from "../e2e/src/lighthouse.measured.ts";

const URL = "http://localhost/docs";
interface Outcome {
  readonly lhr: { readonly marks: number; readonly runtimeError?: { readonly code: string; readonly message: string } };
}
const right: Outcome = { lhr: { marks: 99 } };
const failed = (code: string): Outcome => ({
  lhr: { marks: 0, runtimeError: { code, message: "said by Lighthouse" } },
});

/** Measures with these results, one after the other. @returns the outcome, and how often it measured */
async function measureWith(...results: (Outcome | undefined)[]) {
  let times = 0;
  const outcome = await measured(URL, async () => results[times++]).catch((error: Error) => error.message);
  return { outcome, times };
}

describe("a measurement of `npm run lighthouse`", () => {
  it("that has measured something is used as it is, whatever the result", async () => {
    expect(await measureWith(right)).toEqual({ outcome: right, times: 1 });
  });

  it("that measured nothing (NO_NAVSTART) is repeated until one has, at most three times", async () => {
    const nothing = failed("NO_NAVSTART");
    expect(await measureWith(nothing, right)).toEqual({ outcome: right, times: 2 });
    expect(await measureWith(nothing, nothing, nothing, right)).toEqual({ outcome: right, times: 4 });
    expect(await measureWith(nothing, nothing, nothing, nothing, right)).toEqual({
      outcome: `Lighthouse failed at ${URL}: NO_NAVSTART said by Lighthouse`,
      times: 4,
    });
  });

  it("that failed for another reason fails the run immediately, with the reason", async () => {
    expect(await measureWith(failed("ERRORED_DOCUMENT_REQUEST"), right)).toEqual({
      outcome: `Lighthouse failed at ${URL}: ERRORED_DOCUMENT_REQUEST said by Lighthouse`,
      times: 1,
    });
    expect(await measureWith(undefined, right)).toEqual({
      outcome: `Lighthouse returned nothing for ${URL}`,
      times: 1,
    });
  });
});

/** Follows a launcher to its configuration and its measurements. */
async function findsMeasurements(name: string): Promise<void> {
  const e2e = join(import.meta.dirname, "../e2e");
  const launcher = readFileSync(join(import.meta.dirname, `${name}.mjs`), "utf8");
  const [, config = ""] = /--config=(\S+?)"/.exec(launcher) ?? [];
  const { default: settings } = await import(join(e2e, config));
  expect(settings).toMatchObject({ workers: 1, retries: 0, testMatch: `**/${name}.timed.ts` });
  expect(existsSync(join(e2e, `src/${name}.timed.ts`))).toBe(true);
}

it("`npm run lighthouse` finds its configuration, which in turn finds the measurements", () =>
  findsMeasurements("lighthouse"));
it("`npm run inp` finds its configuration, which in turn finds the measurements", () => findsMeasurements("inp"));
