import { checkCounters, fixCounters } from "@bbux/api/operator";
import type { Command } from "commander";
import { CommandError } from "../operator.ts";
import type { Services } from "../services.ts";

export function addCheckCounters(program: Command, { withDatabase, console }: Services): void {
  program
    .command("check-counters")
    .summary("compare counters with what they count")
    .description(
      "Count votes, answers, comments, uses of tags, posts by status, reputation, ratings and the totals of the platform and of authors again and name each counter that differs. Exits with 1 when there is one.",
    )
    .option("--fix", "set wrong counters right; safe beside a running platform")
    .action((options: { fix?: boolean }) =>
      withDatabase(options.fix ? "owner" : "read", async (db) => {
        const found = await checkCounters(db);
        for (const { counter, subject, stored, counted } of found.mismatches) {
          console.out(`${counter}  ${subject}: says ${stored}, counted ${counted}`);
        }
        const unlisted = found.total - found.mismatches.length;
        if (unlisted > 0) console.out(`… and ${unlisted} more`);
        if (found.total === 0) {
          console.out(`The counters are right: ${found.checked.join(", ")}`);
          return;
        }
        if (!options.fix) {
          throw new CommandError(`${found.total} counters are wrong. --fix sets them right`);
        }
        const fixed = await fixCounters(db);
        const left = (await checkCounters(db)).total;
        if (left > 0) throw new CommandError(`${left} counters are still wrong after ${fixed} rows were set right`);
        console.out(`Set right: ${fixed} rows`);
      }),
    );
}
