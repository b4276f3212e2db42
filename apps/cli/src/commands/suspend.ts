import { operator, suspend, unsuspend } from "@bbux/api/operator";
import type { Command } from "commander";
import type { Services } from "../services.ts";

export function addSuspendCommands(program: Command, { withDatabase, console }: Services): void {
  program
    .command("suspend")
    .summary("suspend a member")
    .description("Suspend a member: from now on they can see and take out what is theirs, and do nothing else.")
    .argument("<username>", "the member, without regard to case")
    .option("--voting-fraud", "votes they have cast on answers no longer count toward any bounty", false)
    .option("--reason <text>", "what the member reads", "Decided by the operator")
    .action((name: string, { reason, votingFraud }: { reason: string; votingFraud: boolean }) =>
      withDatabase("app", async (db) => {
        const act = { member: name, actor: null, reason, votingFraud };
        const { username, changed } = await suspend(operator(db), act);
        console.out(changed ? `${username} is suspended` : `${username} is suspended already`);
      }),
    );
  program
    .command("unsuspend")
    .summary("end a suspension")
    .description("End a suspension. The reputation that it cost comes back only when it was wrong.")
    .argument("<username>", "the member, without regard to case")
    .option("--overturned", "it was wrong: give the points back", false)
    .option("--reason <text>", "what the member reads", "Decided by the operator")
    .action((name: string, { overturned, reason }: { overturned: boolean; reason: string }) =>
      withDatabase("app", async (db) => {
        const act = { member: name, actor: null, reason, overturned };
        const { username, changed } = await unsuspend(operator(db), act);
        console.out(changed ? `${username} is no longer suspended` : `${username} is not suspended`);
      }),
    );
}
