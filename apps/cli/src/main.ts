import { AppError } from "@bbux/api";
import { BackupError } from "@bbux/backup";
import { EnvError } from "@bbux/server/env";
import { CommanderError } from "commander";
import { DumpError } from "./import/dump.ts";
import { CommandError } from "./operator.ts";
import { createProgram } from "./program.ts";

/** No connection, no such host, wrong password, no such database. */
const UNREACHABLE = new Set(["ECONNREFUSED", "ENOTFOUND", "ETIMEDOUT", "28P01", "28000", "3D000"]);

/** The message for a failure, and the exit code: 1 if the command failed, 2 if it was called incorrectly. */
function explain(error: unknown): { message: string | null; code: number } {
  // Commander has already printed its message, and help isn't a failure.
  if (error instanceof CommanderError) return { message: null, code: error.exitCode === 0 ? 0 : 2 };
  if (error instanceof CommandError) return { message: error.message, code: error.exitCode };
  if (error instanceof EnvError) return { message: error.message, code: 2 };
  if (error instanceof AppError || error instanceof DumpError || error instanceof BackupError)
    return { message: error.message, code: 1 };
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && UNREACHABLE.has(String(cause.code))) {
      return { message: `The database cannot be reached: ${cause.message || String(cause.code)}`, code: 1 };
    }
  }
  return { message: error instanceof Error ? (error.stack ?? error.message) : String(error), code: 1 };
}

const program = createProgram({
  console: { out: (line) => console.log(line), err: (line) => console.error(line) },
  terminal: process.stderr,
});
try {
  await program.parseAsync(process.argv);
} catch (error) {
  const { message, code } = explain(error);
  if (message !== null) console.error(message);
  process.exitCode = code;
}
