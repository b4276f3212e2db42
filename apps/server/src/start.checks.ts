import { hasAdmin, openDemoAccounts } from "@bbux/api/operator";
import type { Database } from "@bbux/db";
import { type Env, isForReal } from "./env.ts";

/**
 * Refuses to start for real on a database whose demo accounts still open something, because their password is public.
 * @throws Error that names the command which closes them
 */
export async function requireNoDemo(env: Pick<Env, "NODE_ENV" | "SOLANA_RPC_URL">, db: Database): Promise<void> {
  if (!isForReal(env)) return;
  const open = await openDemoAccounts(db);
  if (open.length === 0) return;
  const names = open.map(({ username, role }) => (role === "user" ? username : `${username} (${role})`)).join(", ");
  throw new Error(
    `This database has the demo community, whose password is public: ${names}. ` +
      "Close these accounts with npm run cli -- demo end, or start with an empty database.",
  );
}

/** Lines for the operator of a community that has no admin yet. */
export async function firstAdmin(db: Database): Promise<readonly string[]> {
  if (await hasAdmin(db)) return [];
  return [
    "There is no admin yet. Sign up in the web app, then run npm run cli -- grant-role <username> admin. Nobody becomes an admin any other way.",
    "",
  ];
}
