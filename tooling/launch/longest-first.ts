import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The slowest files, slowest first, as measured; all others take a few seconds at most. */
const SLOW = [
  "backup/src/restore",
  "contract/contract",
  "backup/src/backup",
  "money.crash",
  "money.seeds",
  "money.restore",
  "hostile",
  "cli/src/money",
  "tests/docs",
  "counters",
  "wallet.check-reserves",
  "cli/src/backup",
  "docs.examples",
  "keeping",
  "wallet.witness.deposits",
  "resume",
  "wallet.sweeps",
  "seed.community",
  "wallet.long-statements",
  "backup.archiver",
  "wallet.limits",
  "cli/src/program",
  "wallet.alarms",
  "db/src/owner",
  "governance.rewards.crash",
  "money.processes",
  "relay.property",
  "demo/seed",
  "db/src/migrate",
  "wallet.withdrawals",
  "tests/export",
  "published",
  "wallet.withdrawals.crashes",
  "wallet.witness.payments",
  "gone",
  "limits",
  "feed.combined",
  "ledger",
  "signer.process",
  "moderation.sequences",
].map((name) => `/${name}.test.ts`);

/** Those that `npm run test:changed` wants first, in its order. */
const FIRST = (process.env.BBUX_FIRST ?? "")
  .split("\n")
  .filter(Boolean)
  .map((path) => `/${path}`);
const ORDER = [...FIRST, ...SLOW];

/** Starts the slowest files first, so that no worker is left with one at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = ORDER.findIndex((name) => moduleId.endsWith(name));
      return place < 0 ? ORDER.length : place;
    };
    return files.toSorted((a, b) => rank(a) - rank(b) || a.moduleId.localeCompare(b.moduleId));
  }
}
