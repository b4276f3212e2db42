import { auditBounties, auditLog, auditWalletTotals, operator } from "@bbux/api/operator";
import { audit } from "@bbux/ledger";
import type { Command } from "commander";
import { CommandError } from "../operator.ts";
import type { Services } from "../services.ts";

export function addCheckBooks(program: Command, { withDatabase, console }: Services): void {
  program
    .command("check-books")
    .summary("audit the ledger")
    .description(
      "Recompute every balance from its entries and every kept total, compare what is in escrow with the posts, and the transparency log, its chain and its checkpoints with the entries; name each difference, and each bounty or refund that was not decided in time. Exits with 1 when there is one.",
    )
    .action(() =>
      withDatabase("read", async (db) => {
        const problems = [
          ...(await audit(db)).problems,
          ...(await auditBounties(db, await operator(db).databaseNow())),
          ...(await auditLog(db)),
          ...(await auditWalletTotals(db)),
        ];
        for (const { finding, subject, detail } of problems) console.out(`${finding}  ${subject}: ${detail}`);
        if (problems.length > 0) throw new CommandError(`The books are wrong: ${problems.length} findings`);
        console.out(
          "The books are right: every transfer balances, every balance is the sum of its entries, every bounty is in time, the log says it all",
        );
      }),
    );
}
