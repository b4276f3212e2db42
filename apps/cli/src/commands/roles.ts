import { grantRole, operator } from "@bbux/api/operator";
import { role as roles } from "@bbux/contract";
import { Argument, type Command } from "commander";
import type { Services } from "../services.ts";

export function addRoleCommands(program: Command, { withDatabase, console }: Services): void {
  program
    .command("grant-role")
    .summary("give a member a role")
    .description("Give a member a role. It works for the first admin, too. The last admin can't be demoted.")
    .argument("<username>", "the member, without regard to case")
    .addArgument(new Argument("<role>", "what the member becomes").choices(roles.options))
    .action((username: string, role: string) =>
      // As the owner: an admin made this way may approve large payments right away (docs/adr/0025).
      withDatabase("owner", async (db) => {
        const change = await grantRole(operator(db), { member: username, role: roles.parse(role), actor: null });
        const same = change.from === change.to;
        console.out(
          same ? `${change.username} is ${change.to} already` : `${change.username}: ${change.from} → ${change.to}`,
        );
      }),
    );
}
