import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The slowest files, slowest first, as measured; all others take a few seconds at most. */
const SLOW = [
  "money.crash",
  "money.restore",
  "contract/contract",
  "money.model",
  "money.processes",
  "hostile",
  "docs",
  "wallet.long-statements",
  "wallet.withdrawals",
  "wallet.withdrawals.faults",
  "wallet.withdrawals.crashes",
  "seed",
  "resume",
  "keeping",
  "embedded",
  "docs.examples",
  "export",
  "refunds.races",
  "wallet.sweeps",
  "wallet.limits",
  "wallet.check-reserves",
  "ledger",
  "published",
  "governance.rewards.crash",
  "money",
  "year",
  "uploads",
  "gone",
].map((name) => `/${name}.test.ts`);

/** Starts the slowest files first, so that no worker is left with one at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = SLOW.findIndex((name) => moduleId.endsWith(name));
      return place < 0 ? SLOW.length : place;
    };
    return files.toSorted((a, b) => rank(a) - rank(b) || a.moduleId.localeCompare(b.moduleId));
  }
}
