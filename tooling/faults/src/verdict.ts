/** What a run of tests says about a fault. */
export type Verdict =
  /** These tests caught it, in the gate or only among the proofs. */
  | { readonly caught: true; readonly tests: readonly FailedTest[]; readonly inGate?: boolean }
  /** None did, or the failure says nothing about the fault. */
  | { readonly caught: false; readonly why: string };

export interface FailedTest {
  readonly file: string;
  /** Its title after those of its blocks, joined as Vitest does. */
  readonly title: string;
  /** Of a test that plays seeds: the one that found the fault. */
  readonly seed?: string;
}

/** The part of Vitest's JSON report that is used here. */
export interface Report {
  readonly numPassedTests?: number;
  readonly testResults?: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults?: readonly {
      readonly status: string;
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
}

export const NOTHING_RAN = "BROKEN: no test ran";

/** Tests can also time out on a busy machine. */
const OUT_OF_TIME = /^Error: (?:Test|Hook) timed out/;

/** Errors of code that can't run at all: the fault itself is broken, and the tests prove nothing. */
const BROKEN_CODE = /^(?:SyntaxError|ReferenceError|Error: (?:Transform failed|Failed to (?:load|resolve|parse)))/;

/** Reads Vitest's JSON report: a failed test counts, a file that couldn't be loaded doesn't. */
export function fromReport(report: Report | undefined, code: number): Verdict {
  const files = report?.testResults ?? [];
  const failed = files.flatMap((file) =>
    (file.assertionResults ?? [])
      .filter(({ status }) => status === "failed")
      .map((test) => ({
        file: file.name,
        title: [...test.ancestorTitles.filter(Boolean), test.title].join(" > "),
        message: test.failureMessages?.[0] ?? "",
      })),
  );
  const late = failed.find(({ message }) => OUT_OF_TIME.test(message));
  if (late) return { caught: false, why: `BROKEN: "${late.title}" ran out of time` };
  const broken = failed.find(({ message }) => BROKEN_CODE.test(message));
  if (broken) return { caught: false, why: `BROKEN: ${firstLine(broken.message)}` };
  if (failed.length > 0) return { caught: true, tests: failed.map(toFailedTest) };
  const unloaded = files.find(({ status }) => status === "failed");
  if (unloaded) return { caught: false, why: `BROKEN: ${firstLine(unloaded.message ?? unloaded.name)}` };
  if (code !== 0)
    return { caught: false, why: `BROKEN: the tests ended with exit code ${code} and named no failed test` };
  return { caught: false, why: report?.numPassedTests ? "SURVIVED" : NOTHING_RAN };
}

function toFailedTest({ file, title, message }: { file: string; title: string; message: string }): FailedTest {
  const seed = /BBUX_SEED=(\d+)/.exec(message)?.[1];
  return { file, title, ...(seed && { seed }) };
}

/** Reads what `npm run test:changed` prints, by Vitest and by Playwright. */
export function fromOutput(output: string, code: number): Verdict {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colors begin with one.
  const lines = output.replace(/\u001b\[[\d;]*m/g, "").split("\n");
  const tests = lines.flatMap((line): FailedTest[] => {
    const vitest = /^\s*FAIL\s+(\S+\.test\.tsx?) > (.+)$/.exec(line);
    const playwright = /^\s*\d+\) (?:\[\S+\] › )?(\S+\.spec\.ts):\d+:\d+ › (.+?)[ ─]*$/.exec(line);
    const [, file, title] = vitest ?? playwright ?? [];
    // The test that faults still apply isn't a test of the product, and fails for each of them.
    return file && title && !file.includes("tooling/faults/") ? [{ file, title }] : [];
  });
  if (tests.length > 0) return { caught: true, tests };
  return { caught: false, why: code === 0 ? "SURVIVED" : `BROKEN: exit code ${code}, and no failed test was named` };
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}
