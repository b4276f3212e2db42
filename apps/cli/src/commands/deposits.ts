import { approveWaiting, listWaiting, operator } from "@bbux/api/operator";
import { formatAmount } from "@bbux/contract";
import { approvalFrom } from "@bbux/server/parameters";
import type { Command } from "commander";
import { ageOf } from "../ages.ts";
import { type Services, withAll } from "../services.ts";

const WAITS_FOR = {
  second_node: "waits for the second node",
  nodes_disagree: "waits because two nodes disagree",
  approval: "waits for approval",
} as const;

export function addDepositCommands(
  program: Command,
  { env, withDatabase, withChain, withSigner, console }: Services,
): void {
  const deposits = program
    .command("deposits")
    .description("Deposits that arrived and aren't credited yet: list them, approve one.");

  deposits
    .command("waiting")
    .description("List deposits that wait for the second node or for an admin, the oldest first.")
    .action(() =>
      withDatabase("read", async (db) => {
        const waiting = await listWaiting(db);
        for (const { id, username, amount, reason, since, signature, address } of waiting) {
          const age = ageOf(new Date(since), new Date());
          console.out(`${id}  ${amount} SOL  ${age}  ${WAITS_FOR[reason]}  ${username} ${address}  ${signature}`);
        }
        if (waiting.length === 0) console.err("No deposit waits");
      }),
    );

  deposits
    .command("approve")
    .summary("credit one that only one node confirms")
    .description(
      "Credit a deposit that waits for an admin, if the node still shows it. Look for the payment on another node or explorer first: it can't be taken back. From APPROVAL_FROM on, two admins do so on the admin page instead.",
    )
    .argument("<id>", "of the deposit, as in deposits waiting")
    .action((id: string) =>
      withAll({ withDatabase, withChain, withSigner }, "app", async ({ db, chain: { gateway }, keys }) => {
        const settings = env();
        const money = { approvalFrom: approvalFrom(settings, settings.SOLANA_RPC_URL === undefined) };
        const services = { ...operator(db), chain: gateway, ...keys, money, failpoint: async () => undefined };
        const { username, amount } = await approveWaiting(services, id);
        console.out(`${formatAmount(amount)} SOL credited to ${username}`);
      }),
    );
}
