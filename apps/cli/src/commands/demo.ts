import { endDemo, hasAdmin, operator } from "@bbux/api/operator";
import type { Command } from "commander";
import type { Services } from "../services.ts";

export function addDemoCommands(program: Command, { withDatabase, console }: Services): void {
  const demo = program.command("demo").summary("the demo community");
  demo
    .command("end")
    .description(
      "Close the accounts of the demo community, whose password is public: nobody can sign in to them any more, and they lose their roles. What they wrote stays. Production doesn't start before.",
    )
    .action(() =>
      withDatabase("app", async (db) => {
        const closed = await endDemo(operator(db));
        for (const { username, role } of closed) console.out(role === "user" ? username : `${username} (was ${role})`);
        console.out(
          closed.length === 0
            ? "No demo account is open"
            : `Closed ${closed.length} demo account${closed.length === 1 ? "" : "s"}`,
        );
        if (!(await hasAdmin(db))) console.err("There is no admin now: grant-role <username> admin");
      }),
    );
}
