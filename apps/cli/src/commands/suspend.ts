import { suspend, unsuspend } from "@bbux/api/operator";
import type { Command } from "commander";
import type { Services } from "../program.ts";

export function addSuspendCommands(program: Command, { withDatabase, console }: Services): void {
  program
    .command("suspend")
    .summary("suspend a member")
    .description("Suspend a member: from now on they can see and take out what is theirs, and do nothing else.")
    .argument("<username>", "the member, without regard to case")
    .action((name: string) =>
      withDatabase(async (db) => {
        const { username, changed } = await suspend(db, name, new Date());
        console.out(changed ? `${username} is suspended` : `${username} is suspended already`);
      }),
    );
  program
    .command("unsuspend")
    .summary("end a suspension")
    .description("End a suspension. The reputation that it cost comes back only when it was wrong.")
    .argument("<username>", "the member, without regard to case")
    .option("--overturned", "it was wrong: give the points back", false)
    .action((name: string, { overturned }: { overturned: boolean }) =>
      withDatabase(async (db) => {
        const { username, changed } = await unsuspend(db, name, overturned, new Date());
        console.out(changed ? `${username} is no longer suspended` : `${username} is not suspended`);
      }),
    );
}
