import { readFileSync } from "node:fs";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The slowest files, slowest first, as measured; all others take a few seconds at most. */
const SLOW = [
  "simulate/src/attacks",
  "money.seeds",
  "money.crash",
  "simulate/src/year",
  "money.restore",
  "money.processes",
  "money.embedded",
  "contract/contract.refusals",
  "contract/contract",
  "contract/contract.money",
  "contract/contract.accounts",
  "money.seeds.found",
  "cli/src/program",
  "wallet.limits",
  "money.model",
  "wallet.sweeps",
  "documented",
  "hostile",
  "counters",
  "wallet.withdrawals",
  "tests/docs",
  "redis.limits",
  "wallet.fence",
  "wallet.lost-books",
  "wallet.withdrawals.crashes",
  "wallet.deposits.faults",
  "backup/src/restore",
  "db/src/migrate",
].map((name) => `/${name}.test.ts`);

/** Those that `npm run test:changed` wants first, in its order. */
const FIRST = (process.env.BBUX_FIRST ?? "")
  .split("\n")
  .filter(Boolean)
  .map((path) => `/${path}`);
const ORDER = [...FIRST, ...SLOW];

/** Whether a file says that it needs a DOM. */
const isForDom = (file: string) => /^\/\/ @vitest-environment happy-dom/.test(readFileSync(file, "utf8"));

/**
 * Starts the slowest files first, so that no worker is left with one at the end. Files of one environment stay together, because
 * Vitest ends a worker with all its modules when the next file needs another environment.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = ORDER.findIndex((name) => moduleId.endsWith(name));
      return place < 0 ? ORDER.length : place;
    };
    const group = new Map(
      files.map((file) => [file, `${file.project.config.isolate ? 1 : 0}${isForDom(file.moduleId) ? 1 : 0}`]),
    );
    const isFirst = (file: TestSpecification) => FIRST.some((name) => file.moduleId.endsWith(name));
    const inGroups = (a: TestSpecification, b: TestSpecification) =>
      Number(isFirst(b)) - Number(isFirst(a)) ||
      (group.get(a) ?? "").localeCompare(group.get(b) ?? "") ||
      rank(a) - rank(b) ||
      a.moduleId.localeCompare(b.moduleId);
    return files.toSorted(inGroups);
  }
}
