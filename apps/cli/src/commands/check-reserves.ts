import { auditReserves, operator, type ReserveAudit } from "@bbux/api/operator";
import { formatAmount } from "@bbux/contract";
import { ACCOUNT_KINDS, type AccountKind } from "@bbux/ledger";
import { pacer } from "@bbux/server/pacer";
import type { Command } from "commander";
import { CommandError, type Console } from "../operator.ts";
import { type Services, withAll } from "../services.ts";

export function addCheckReserves(
  program: Command,
  { env, withDatabase, withChain, withSigner, console }: Services,
): void {
  program
    .command("check-reserves")
    .summary("audit the ledger against the chain")
    .description(
      "Audit all money: the ledger, every deposit, withdrawal and hold, every deposit address, the hot and the cold wallets against what the chain says, and every transaction that the books speak of. Names each difference. Reads only; works beside a running platform. Exits with 1 when there is a difference, with 3 when the chain cannot be reached.",
    )
    .option(
      "--deep",
      "read every transaction in full, not the latest 1 000 only: one call to the chain for each",
      false,
    )
    .action(({ deep }: { deep: boolean }) =>
      withAll({ withDatabase, withChain, withSigner }, "read", async ({ db, chain: { gateway, isLocal }, keys }) => {
        const services = { ...operator(db), chain: gateway, ...keys };
        // Runs alongside the watcher, which has the same allowance.
        const pace = pacer(env().WATCH_CALLS_PER_SECOND, new AbortController().signal);
        const audit = await auditReserves(services, { deep, ...(!isLocal && { pace }) });
        for (const { finding, subject, detail } of audit.problems) console.out(`${finding}  ${subject}: ${detail}`);
        const unlisted = audit.total - audit.problems.length;
        if (unlisted > 0) console.out(`… and ${unlisted} more`);
        print(audit, console);
        if (audit.total > 0) throw new CommandError(`Books and chain differ: ${audit.total} findings`);
        console.out("Books and chain agree");
      }),
    );
}

function print({ money, checked }: ReserveAudit, console: Console): void {
  if (!money) return;
  const rows: [string, string][] = kinds().map((kind) => [kind, sol(money.totals[kind] ?? 0n)]);
  rows.push(["owed in all", sol(money.owed)]);
  rows.push(["hot wallet", sol(money.hotWallet.lamports)]);
  rows.push(["cold wallets", sol(money.coldWallets)]);
  rows.push(["deposit addresses", sol(money.onChain - money.hotWallet.lamports - money.coldWallets)]);
  rows.push(["on the chain", sol(money.onChain)]);
  rows.push(["difference", sol(money.difference)]);
  rows.push(["arriving", sol(money.arriving)]);
  rows.push(["leaving", sol(money.leaving)]);
  rows.push(["unexplained", sol(money.unexplained)]);
  const widths = [Math.max(...rows.map(([name]) => name.length)), Math.max(...rows.map(([, amount]) => amount.length))];
  for (const [name, amount] of rows) console.out(`${name.padEnd(widths[0] ?? 0)}  ${amount.padStart(widths[1] ?? 0)}`);
  const { addresses, transactions, inFull } = checked;
  console.err(`${addresses} addresses; ${transactions} transactions, ${inFull} of them read in full`);
}

/** Every kind of liability; the chain's own account is the other side. */
function kinds(): AccountKind[] {
  return (Object.keys(ACCOUNT_KINDS) as AccountKind[]).filter((kind) => kind !== "external");
}

/** Always nine decimals, so that the decimal points line up. */
function sol(units: bigint): string {
  const [whole = "0", fraction = ""] = formatAmount(units).split(".");
  return `${whole}.${fraction.padEnd(9, "0")}`;
}
