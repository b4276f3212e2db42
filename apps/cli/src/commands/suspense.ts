import { assignSuspense, listSuspense, type Resolved, recordFloat } from "@bbux/api/operator";
import { formatAmount } from "@bbux/contract";
import type { Database } from "@bbux/db";
import { amountOf, approvalFrom } from "@bbux/server/parameters";
import { witnessOf } from "@bbux/server/witness";
import type { Command } from "commander";
import { ageOf } from "../ages.ts";
import type { Services } from "../services.ts";

export function addSuspenseCommands(program: Command, { env, withDatabase, console }: Services): void {
  const suspense = program
    .command("suspense")
    .description("SOL that arrived and belongs to no one: list it, or say whose it is.");
  const now = () => new Date();
  const servicesOf = (db: Database) => {
    const settings = env();
    const isLocal = settings.SOLANA_RPC_URL === undefined;
    const money = { witnessFrom: amountOf(settings.WITNESS_FROM), approvalFrom: approvalFrom(settings, isLocal) };
    return { db, now, witness: witnessOf(settings), chainRpc: { url: settings.SOLANA_RPC_URL ?? "" }, money };
  };
  const say = ({ amount, resolution }: Resolved) => console.out(`${formatAmount(amount)} SOL: ${resolution}`);

  suspense
    .command("list")
    .description("List what belongs to no one, oldest first.")
    .option("--all", "what was resolved, too", false)
    .action(({ all }: { all: boolean }) =>
      withDatabase("read", async (db) => {
        const { items, openTotal } = await listSuspense(db);
        for (const { id, amount, reason, signature, address, createdAt, status, resolution } of items) {
          if (status === "resolved" && !all) continue;
          const why = reason === "closed_account" ? "at the address of a closed account" : "at the hot wallet";
          const what = `${id}  ${amount} SOL  ${ageOf(new Date(createdAt), now())} ago  ${why} ${address}  ${signature}`;
          console.out(resolution === null ? what : `${what}  ${resolution}`);
        }
        console.err(`${openTotal} SOL in ${items.filter(({ status }) => status === "open").length} open items`);
      }),
    );

  suspense
    .command("assign")
    .summary("give it to a member")
    .description(
      "Credit an item to the member whose it is. It cannot be taken back. From APPROVAL_FROM on, two admins do so on the admin page instead.",
    )
    .argument("<id>", "of the item")
    .argument("<username>", "the member, without regard to case")
    .action((id: string, username: string) =>
      withDatabase("app", async (db) => say(await assignSuspense(servicesOf(db), id, username))),
    );

  suspense
    .command("float")
    .summary("it is the operator's own")
    .description("Record an item as the operator's own float, which pays the network's fees. It cannot be taken back.")
    .argument("<id>", "of the item")
    .action((id: string) => withDatabase("app", async (db) => say(await recordFloat(servicesOf(db), id))));
}
