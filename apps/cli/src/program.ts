import { type Env, readEnv } from "@bbux/server/env";
import { Command } from "commander";
import { addAlertCommands } from "./commands/alerts.ts";
import { addBackupCommands } from "./commands/backup.ts";
import { addCheckBooks } from "./commands/check-books.ts";
import { addCheckCounters } from "./commands/check-counters.ts";
import { addCheckReserves } from "./commands/check-reserves.ts";
import { addClaims } from "./commands/claims.ts";
import { addCustodyCommands } from "./commands/custody.ts";
import { addDemoCommands } from "./commands/demo.ts";
import { addDepositCommands } from "./commands/deposits.ts";
import { addImport } from "./commands/import.ts";
import { addKeysCommands } from "./commands/keys.ts";
import { addOutbox } from "./commands/outbox.ts";
import { addParameterCommands } from "./commands/parameters.ts";
import { addRecovery } from "./commands/recover.ts";
import { addReservesCommands } from "./commands/reserves.ts";
import { addRestore } from "./commands/restore.ts";
import { addRoleCommands } from "./commands/roles.ts";
import { addRoomCommands } from "./commands/rooms.ts";
import { addSignerCommands } from "./commands/signer.ts";
import { addSuspendCommands } from "./commands/suspend.ts";
import { addSuspenseCommands } from "./commands/suspense.ts";
import { addTagCommands } from "./commands/tags.ts";
import { addWithdrawalCommands } from "./commands/withdrawals.ts";
import { type Console, withChain, withDatabase, withPostgres } from "./operator.ts";
import type { Services } from "./services.ts";
import { withSigner } from "./with-signer.ts";

export interface Surroundings {
  readonly environment?: NodeJS.ProcessEnv;
  readonly console: Console;
  readonly terminal: Services["terminal"];
}

/** All operator commands. `parseAsync` rejects if one fails, and also for Commander's own errors. */
export function createProgram({ environment, console, terminal }: Surroundings): Command {
  let read: Env | undefined;
  const env = () => {
    read ??= readEnv(environment);
    return read;
  };
  const services: Services = {
    env,
    console,
    terminal,
    withDatabase: (as, work) => withDatabase(env(), console, as, work),
    withPostgres: (work) => withPostgres(env(), console, work),
    withSigner: (work) => withSigner(env(), work),
    withChain: (work) => withChain(env(), console, work),
  };
  const program = new Command("npm run cli --")
    .description("Commands for the operator of a BBUX platform. They work beside a running one, or without.")
    .showHelpAfterError("Add --help for what is possible.")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => console.out(text.trimEnd()),
      writeErr: (text) => console.err(text.trimEnd()),
    });
  for (const add of [
    addRoleCommands,
    addSuspendCommands,
    addClaims,
    addRecovery,
    addDemoCommands,
    addTagCommands,
    addRoomCommands,
    addImport,
    addCheckBooks,
    addCheckCounters,
    addCheckReserves,
    addReservesCommands,
    addCustodyCommands,
    addWithdrawalCommands,
    addSignerCommands,
    addKeysCommands,
    addDepositCommands,
    addSuspenseCommands,
    addAlertCommands,
    addParameterCommands,
    addBackupCommands,
    addRestore,
    addOutbox,
  ])
    add(program, services);
  return program;
}
