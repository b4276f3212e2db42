import { ALERT_KINDS, type AlertKind, openAlerts, settleAlert } from "@bbux/api/operator";
import { Argument, type Command } from "commander";
import { ageOf } from "../ages.ts";
import { CommandError } from "../operator.ts";
import type { Services } from "../services.ts";

export function addAlertCommands(program: Command, { withDatabase, console }: Services): void {
  const now = () => new Date();
  const alerts = program
    .command("alerts")
    .summary("what operators must know of money")
    .description("List the alerts that are open, the oldest first. docs/OPERATIONS.md says what each means.")
    .action(() =>
      withDatabase("read", async (db) => {
        const open = await openAlerts(db);
        for (const { kind, subject, detail, createdAt, seenAt } of open) {
          const times = `for ${ageOf(createdAt, now())}, last seen ${ageOf(seenAt, now())} ago`;
          console.out(`${kind}  ${subject}  ${times}: ${detail}`);
        }
        console.err(open.length === 0 ? "No alert is open" : `${open.length} open`);
      }),
    );
  alerts
    .command("close")
    .description("Close an alert that has been dealt with. What is still so raises it again.")
    .addArgument(new Argument("<kind>", "of the alert").choices(ALERT_KINDS))
    .argument("<subject>", "what it is about, as listed")
    .action((kind: AlertKind, subject: string) =>
      withDatabase("app", async (db) => {
        if (!(await settleAlert({ db, now }, { kind, subject }))) {
          throw new CommandError(`There is no open alert ${kind} about ${subject}`);
        }
        console.out(`Closed ${kind} about ${subject}`);
      }),
    );
}
