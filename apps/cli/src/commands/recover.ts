import { operator, removeFactors, setMemberEmail } from "@bbux/api/operator";
import { securityHoldHours } from "@bbux/server/env";
import type { Command } from "commander";
import { addressOf } from "../address.ts";
import { CommandError } from "../operator.ts";
import type { Services } from "../services.ts";

export function addRecovery(program: Command, { env, withDatabase, console }: Services): void {
  const recover = program.command("recover").summary("give an account back to a member who has lost access");
  const services = (db: Parameters<typeof operator>[0]) => {
    const money = { securityHoldHours: securityHoldHours(env(), env().SOLANA_RPC_URL === undefined) };
    return { ...operator(db), money };
  };
  recover
    .command("email")
    .summary("give a member another email address")
    .description(
      "Give a member another email address, when they have lost the mailbox and proved who they are. Everyone is signed out and withdrawals are held; the address before can undo it for 7 days.",
    )
    .argument("<username>", "the member, without regard to case")
    .argument("<email>", "the new address")
    .requiredOption("--reason <text>", "how they proved who they are, for the audit log")
    .action((member: string, given: string, { reason }: { reason: string }) =>
      withDatabase("app", async (db) => {
        const email = addressOf(given);
        if (email === null) throw new CommandError(`${given} isn't an email address`, 2);
        const { username, mayUndo } = await setMemberEmail(services(db), { member, email, reason });
        console.out(`${username}'s address is ${email}`);
        console.err("Everyone is signed out. The member signs in, or asks for a new password at /forgot-password.");
        if (mayUndo) console.err("The old address gets an email, and can undo this for 7 days.");
      }),
    );
  recover
    .command("factors")
    .summary("remove a member's second factors")
    .description(
      "Remove a member's passkeys, authenticator app and recovery codes, when they have lost them all and proved who they are, or one that isn't theirs. Everyone is signed out and withdrawals are held.",
    )
    .argument("<username>", "the member, without regard to case")
    .requiredOption("--reason <text>", "how they proved who they are, for the audit log")
    .option("--only <id>", "remove only this one; an unknown id lists them all")
    .action((member: string, { reason, only }: { reason: string; only?: string }) =>
      withDatabase("app", async (db) => {
        const { username, removed } = await removeFactors(services(db), { member, reason, only });
        console.out(`Removed ${removed} second ${removed === 1 ? "factor" : "factors"} of ${username}`);
        console.err("Everyone is signed out. The member signs in, or asks for a new password at /forgot-password.");
      }),
    );
}
