import {
  cancelWithdrawal,
  chainState,
  listUnapproved,
  openWithdrawals,
  resumeWithdrawals,
  stopWithdrawals,
} from "@bbux/api/operator";
import { formatAmount } from "@bbux/contract";
import type { Command } from "commander";
import { ageOf } from "../ages.ts";
import { CommandError } from "../operator.ts";
import type { Services } from "../services.ts";

export function addWithdrawalCommands(program: Command, { withDatabase, console }: Services): void {
  const withdrawals = program
    .command("withdrawals")
    .description("Payments to members: look at them, stop them, go on.");
  const now = () => new Date();

  withdrawals
    .command("stop")
    .summary("the emergency stop")
    .description(
      "Stop all payments of the platform, withdrawals and sweeps: from now on nothing is signed or sent. What was sent before may still land, and is followed. Members may go on asking; it is held for them.",
    )
    .argument("<reason>", "for those who come after you")
    .action((given: string) =>
      withDatabase("app", async (db) => {
        const reason = given.trim();
        if (reason === "") throw new CommandError("Give a reason: someone will have to decide whether to resume", 2);
        await stopWithdrawals({ db, now }, reason);
        const { withdrawalsStopped } = await chainState(db);
        const { at, because } = withdrawalsStopped ?? { at: now(), because: reason };
        console.out(
          because === reason
            ? `Payments are stopped: ${because}`
            : `Payments are stopped already, since ${at.toISOString()}: ${because}`,
        );
      }),
    );

  withdrawals
    .command("resume")
    .description("End the emergency stop. What was held meanwhile is paid within a minute.")
    .action(() =>
      withDatabase("app", async (db) => {
        console.out((await resumeWithdrawals({ db, now })) ? "Payments go on" : "Payments were not stopped");
      }),
    );

  withdrawals
    .command("cancel")
    .summary("refund one that the network does not take")
    .description(
      "Cancel a withdrawal that is not final. If it was signed, a transaction that uses up its nonce is sent, and the member is refunded once that is final: then no payment can land any more. If a payment lands first, the member is paid.",
    )
    .argument("<id>", "the withdrawal's id, as in withdrawals status")
    .argument("<reason>", "for the audit log")
    .action((id: string, given: string) =>
      withDatabase("app", async (db) => {
        const reason = given.trim();
        if (reason === "") throw new CommandError("Give a reason: it is kept in the audit log", 2);
        const isNew = await cancelWithdrawal({ db, now }, id, reason);
        console.out(isNew ? `Withdrawal ${id} is being canceled` : `Withdrawal ${id} is being canceled already`);
      }),
    );

  withdrawals
    .command("waiting")
    .summary("list large ones that need approval")
    .description(
      "List withdrawals that wait for the approval of two admins, or have it and aren't signed yet, the oldest first. Admins approve or refuse them on the Money tab of the admin page, signed in and with their password; a command can't tell who runs it.",
    )
    .action(() =>
      withDatabase("read", async (db) => {
        const waiting = await listUnapproved(db);
        for (const { id, username, amount, destination, since, until, approvals } of waiting) {
          const by = approvals.filter(({ counts }) => counts).map((each) => each.username);
          const approved = by.length > 0 ? `approved by ${by.join(", ")}` : "not approved";
          const age = ageOf(new Date(since), now());
          console.out(`${id}  ${amount} BBUX  ${age}  ${username} to ${destination}  ${approved}, until ${until}`);
        }
        if (waiting.length === 0) console.err("No withdrawal needs approval");
      }),
    );

  withdrawals
    .command("status")
    .description("Show whether payments are stopped, and the withdrawals that are not final, by state and age.")
    .action(() =>
      withDatabase("read", async (db) => {
        const { stopped, byState, oldest } = await openWithdrawals(db);
        console.out(
          stopped ? `Payments are stopped since ${stopped.at.toISOString()}: ${stopped.because}` : "Payments go on",
        );
        if (byState.length === 0) return console.out("No withdrawal is open");
        for (const { state, count, netAmount, oldest: first } of byState) {
          const amount = `${formatAmount(netAmount)} SOL`;
          console.out(`${state.padEnd(9)}  ${String(count).padStart(5)}  ${amount}, the oldest ${ageOf(first, now())}`);
        }
        for (const { id, username, state, netAmount, destination, signature, createdAt } of oldest) {
          const what = `${id}  ${state}  ${ageOf(createdAt, now())}  ${username}`;
          console.out(
            `  ${what}: ${formatAmount(netAmount)} SOL to ${destination}${signature ? `, ${signature}` : ""}`,
          );
        }
        const unlisted = byState.reduce((sum, { count }) => sum + count, 0) - oldest.length;
        if (unlisted > 0) console.out(`  … and ${unlisted} more`);
      }),
    );
}
