import { recordCorrection, refundWithdrawal } from "@bbux/api/operator";
import { formatAmount, parseAmount } from "@bbux/contract";
import { witnessOf } from "@bbux/server/witness";
import type { Command } from "commander";
import { CommandError } from "../operator.ts";
import { type Services, withAll } from "../services.ts";

/** Commands signal no open tabs: those look again by themselves. */
const SILENT = { publish: () => undefined };

export function addReservesCommands(
  program: Command,
  { env, withDatabase, withChain, withSigner, console }: Services,
): void {
  const reserves = program
    .command("reserves")
    .description("Book a difference between chain and books that you have looked into.");

  const record = (kind: "loss" | "gain", given: string, cause: string) => {
    const amount = parseAmount(given);
    const reason = cause.trim();
    if (amount === null || amount <= 0n) throw new CommandError(`${given} is not an amount of SOL`, 2);
    if (reason === "") throw new CommandError("Name the cause: it is kept in the audit log", 2);
    return withAll({ withDatabase, withChain, withSigner }, "app", async ({ db, chain: { gateway: chain }, keys }) => {
      const settings = env();
      const nodes = { chain, witness: witnessOf(settings), chainRpc: { url: settings.SOLANA_RPC_URL ?? "" } };
      const services = {
        db,
        ...nodes,
        ...keys,
        now: () => new Date(),
        failpoint: async () => undefined,
        signals: SILENT,
        refundWithdrawal,
      };
      await recordCorrection(services, { kind, amount, reason });
      console.out(`Recorded a ${kind} of ${formatAmount(amount)} SOL: ${reason}`);
    });
  };

  reserves
    .command("loss")
    .summary("SOL is gone, and the float makes it up")
    .description(
      "Book SOL that is missing from the chain against the operator's float. The amount must be exactly what check-reserves calls unexplained. Bring the SOL back first: send it to the hot wallet, and record it as float.",
    )
    .argument("<amount>", "in SOL")
    .argument("<cause>", "for the audit log")
    .action((amount: string, cause: string) => record("loss", amount, cause));

  reserves
    .command("gain")
    .summary("SOL that nothing explains is the operator's")
    .description(
      "Book SOL that is on the chain and in no books as the operator's float. The amount must be exactly what check-reserves calls unexplained.",
    )
    .argument("<amount>", "in SOL")
    .argument("<cause>", "for the audit log")
    .action((amount: string, cause: string) => record("gain", amount, cause));
}
