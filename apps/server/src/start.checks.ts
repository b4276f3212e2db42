import { createSetupLink, openDemoAccounts, SETUP_LINK_HOURS } from "@bbux/api/operator";
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

/** Lines for the operator of a community that has no admin yet, with a new one-time link to make the first. */
export async function firstAdmin(db: Database, address: string, now: Date): Promise<readonly string[]> {
  const token = await createSetupLink(db, now);
  if (token === null) return [];
  return [
    `There is no admin yet. Open this link to set up the platform; it works once, within ${SETUP_LINK_HOURS} hours:`,
    "",
    // After the #, so that no log and no proxy gets the token.
    `  ${address}/setup#token=${token}`,
    "",
    "Or sign up in the web app, then run npm run cli -- grant-role <username> admin.",
    "",
  ];
}
