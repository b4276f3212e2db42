import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Counts errors outside of any test, which Vitest's JSON report leaves out. */
export default class UnhandledReporter {
  /** @param {readonly unknown[]} _modules @param {readonly unknown[]} errors */
  onTestRunEnd(_modules, errors) {
    const dir = process.env.BBUX_RESULTS;
    if (dir) writeFileSync(join(dir, "unhandled-errors.json"), String(errors.length));
  }
}
